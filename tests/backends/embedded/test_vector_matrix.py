"""The vectors in memory find what is wanted and nothing else."""

import sqlite3
from contextlib import closing

import numpy as np
import pytest
from numpy.typing import NDArray

from ibidem.backends.embedded import vector_matrix
from ibidem.backends.embedded.database import migrations
from ibidem.backends.embedded.sql import vector_sql
from ibidem.backends.embedded.sql.document_sql import ORDER_BITS
from ibidem.backends.embedded.vector_matrix import Matrix, SignedRows
from ibidem.backends.stored_turns import question_key

ROWS, SIZE, KINDS = 400, 32, 3
KEYS = [(row // 4) << ORDER_BITS | row % 4 for row in range(ROWS)]
ALL = np.ones(KINDS, dtype=np.bool_)


def units(rows: int, seed: int) -> NDArray[np.float32]:
    drawn = np.random.default_rng(seed).standard_normal((rows, SIZE), dtype=np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


VECTORS, QUESTION = units(ROWS, 1), units(1, 2)[0]
TRUE = [KEYS[row] for row in np.argsort(-(VECTORS @ QUESTION))]


@pytest.fixture
def matrix() -> Matrix:
    made = Matrix(SIZE)
    for start in range(0, ROWS, 100):
        rows = range(start, start + 100)
        made.add([KEYS[row] for row in rows], [row % KINDS for row in rows], VECTORS[start : start + 100])
    return made


def test_the_nearest_are_found(matrix: Matrix):
    found = matrix.nearest(QUESTION, ALL, None, 40)
    assert len(found) == 40 and set(TRUE[:20]) <= set(found)
    assert sorted(matrix.nearest(QUESTION, ALL, None, 10_000)) == sorted(KEYS) and len(matrix) == ROWS


def test_only_wanted_kinds_are_found(matrix: Matrix):
    for kind in range(KINDS):
        wanted = np.arange(KINDS) == kind
        found = matrix.nearest(QUESTION, wanted, None, ROWS)
        assert sorted(found) == [key for row, key in enumerate(KEYS) if row % KINDS == kind]
    assert not matrix.nearest(QUESTION, ~ALL, None, 10)


def test_only_wanted_documents_are_found(matrix: Matrix):
    found = matrix.nearest(QUESTION, ALL, [3, 7, 10_000], ROWS)
    assert sorted(found) == [document << ORDER_BITS | order for document in (3, 7) for order in range(4)]
    assert not matrix.nearest(QUESTION, ALL, [], 10)


def test_what_is_forgotten_is_found_no_more(matrix: Matrix):
    matrix.forget(TRUE[:50])
    found = matrix.nearest(QUESTION, ALL, None, ROWS)
    assert sorted(found) == sorted(TRUE[50:])


def test_kinds_that_came_since_are_not_wanted(matrix: Matrix):
    matrix.add([10**9], [KINDS], QUESTION[None, :])
    assert 10**9 not in matrix.nearest(QUESTION, ALL, None, ROWS + 1)
    assert matrix.nearest(QUESTION, np.ones(KINDS + 1, dtype=np.bool_), None, 1) == [10**9]


@pytest.mark.parametrize("size", [64, 100, 384])
def test_signs_lose_none_of_the_nearest(size: int):
    drawn = np.random.default_rng(4)
    about = drawn.standard_normal((300, size), dtype=np.float32).repeat(100, axis=0)
    vectors = about + drawn.standard_normal(about.shape, dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    assert len(vectors) > vector_matrix.ROWS_A_PART > vector_matrix.LOOKED_AT
    rows = SignedRows(size)
    for start in range(0, len(vectors), 7000):
        rows.add(vectors[start : start + 7000])
    for question in vectors[:: len(vectors) // 20]:
        true = np.argsort(-(vectors @ question))[:30]
        assert set(true) <= set(rows.best(question, np.ones(len(vectors), dtype=np.bool_), 70))
        few = np.arange(len(vectors)) % 10 == 3
        best = rows.best(question, few, 5)
        assert best[0] == max(np.flatnonzero(few), key=lambda row: float(vectors[row] @ question)) and few[best].all()


def test_a_matrix_of_few_first_vectors_is_outgrown():
    matrix = Matrix(SIZE)
    matrix.add(KEYS[:10], [0] * 10, VECTORS[:10])
    assert not matrix.outgrown
    matrix.add(KEYS[10:30], [0] * 20, VECTORS[10:30])
    assert matrix.outgrown


def test_what_all_vectors_have_in_common_takes_nothing_from_what_they_differ_in():
    common = np.zeros(SIZE, dtype=np.float32)
    common[:2] = 30, -20
    alike = VECTORS + common
    alike /= np.linalg.norm(alike, axis=1, keepdims=True)
    rows = SignedRows(SIZE)
    rows.add(alike[:300])
    rows.add(alike[300:])
    true = np.argsort(-(alike @ QUESTION))[:20]
    assert set(true) <= set(rows.best(QUESTION, np.ones(ROWS, dtype=np.bool_), 40))


def test_an_empty_matrix():
    assert Matrix(SIZE).nearest(QUESTION, ALL, None, 10) == []


@pytest.mark.parametrize(
    ("statement", "parameters", "first"),
    [
        (vector_sql.VECTORS_OF, ("[]", 1), "SCAN k"),
        (vector_sql.CURRENT_AMONG, ("[]",), "SCAN k"),
        (vector_sql.VECTORS_AFTER, (0, 1, 10), "SEARCH v USING INTEGER PRIMARY KEY"),
    ],
)
def test_nothing_is_looked_for_among_all_vectors(statement: str, parameters: tuple[object, ...], first: str):
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.create_function("question_key", 3, question_key, deterministic=True)
        for script in migrations():
            connection.executescript(script)
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)]
    assert plan[0].startswith(first) and not any("TEMP B-TREE" in step for step in plan), plan
