"""Audits of classifiers that are not ours: the accuracy to expect elsewhere, why, what to label."""

from crosslex.auditing.causes import AuditWord as AuditWord
from crosslex.auditing.causes import Cause as Cause
from crosslex.auditing.expectation import Assessment as Assessment
from crosslex.auditing.predictions import predict_rows as predict_rows
from crosslex.auditing.predictions import read_label_file as read_label_file
from crosslex.auditing.predictions import read_prediction_file as read_prediction_file
from crosslex.auditing.predictions import read_predictions as read_predictions
from crosslex.auditing.predictions import read_source as read_source
from crosslex.auditing.predictions import to_fill_in as to_fill_in
from crosslex.auditing.result import TO_LABEL as TO_LABEL
from crosslex.auditing.result import Audit as Audit
from crosslex.auditing.result import ClassAudit as ClassAudit
from crosslex.auditing.result import ConfidenceBin as ConfidenceBin
from crosslex.auditing.result import TextToLabel as TextToLabel
from crosslex.auditing.run import learn_own as learn_own
