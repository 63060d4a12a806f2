import threading

import pytest
from threadpoolctl import threadpool_info

from crosslex_bench.ranking.threads import DomainThreads


@pytest.mark.parametrize("n_jobs", [1, 2, 8, -1])
def test_results_come_in_the_order_of_the_domains(n_jobs):
    with DomainThreads(5, n_jobs) as threads:
        assert threads.map(lambda domain: domain + 10) == [10, 11, 12, 13, 14]


def test_two_jobs_run_at_the_same_time():
    both = threading.Barrier(2, timeout=300)
    with DomainThreads(2, 2) as threads:
        assert len(threads.map(lambda _: both.wait())) == 2  # one job alone would never pass


def test_blas_has_one_thread_inside_and_its_own_number_afterwards():
    def blas_threads() -> list[int]:
        return [each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"]

    before = blas_threads()
    with DomainThreads(2, 2):
        assert set(blas_threads()) == {1}
    assert blas_threads() == before


def test_an_error_in_a_thread_comes_out_and_no_thread_stays():
    def fail(domain: int) -> int:
        raise ArithmeticError(domain)

    with pytest.raises(ArithmeticError), DomainThreads(3, 2) as threads:
        threads.map(fail)
    assert not [each for each in threading.enumerate() if each.name.startswith("crosslex")]
