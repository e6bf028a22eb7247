"""Documents by id -> what they hold, each read when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ..lean_typing import Generic, TypeVar
from ..problem import Problem, ProblemError

Kind = TypeVar("Kind")


class Documents(Mapping[str, Kind], Generic[Kind]):
    """A book's documents of one sort. A document that cannot be read is a problem for whoever asks for it."""

    __slots__ = ("_documents", "_key", "_read", "_seen")

    def __init__(
        self, key: str, documents: Mapping[str, object], read: Callable[[object], Kind | tuple[Problem, ...]]
    ) -> None:
        self._key = key
        self._documents = documents
        self._read = read
        self._seen: dict[str, Kind] = {}

    def __getitem__(self, name: str) -> Kind:
        if name not in self._seen:
            answer = self._read(self._documents[name])
            if isinstance(answer, tuple):
                raise ProblemError(answer[0].at(self._key, name))
            self._seen[name] = answer
        return self._seen[name]

    def __contains__(self, name: object) -> bool:
        return name in self._documents

    def __iter__(self) -> Iterator[str]:
        return iter(self._documents)

    def __len__(self) -> int:
        return len(self._documents)
