"""How the products of numpy's matrices are computed."""

from functools import cache

from threadpoolctl import threadpool_limits  # pyright: ignore[reportMissingTypeStubs]


@cache
def one_thread_a_product() -> None:
    """The library under numpy would divide each of many small products among threads that wait for each other: a model's take
    twice as long then, and on a busy machine those of a search ten times as long."""
    threadpool_limits(1, "blas")
