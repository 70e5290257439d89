"""A small shop, as people write them: the sample that parser tests corrupt."""
from __future__ import annotations

import asyncio
import os
import os.path as p
from dataclasses import dataclass, field
from typing import Any, Iterator, Optional

from .models import (Item as I, Order,
                     Customer)

LIMIT: int = 10 * 60
NAMES = {"a": 1, **{"b": 2}, 'c': [x ** 2 for x in range(3) if x % 2]}


@dataclass(frozen=True)
class Basket:
    """Holds things."""
    owner: Customer
    items: list[I] = field(default_factory=list)

    @property
    def total(self) -> float:
        return sum((i.price * (1 + i.tax) for i in self.items), start=0.0)

    def add(self, *items: I, note: Optional[str] = None, **rest: Any) -> "Basket":
        if not items: return self
        for n, item in enumerate(items):
            if item in self.items and n > 0 or item is None:
                continue
            else:
                self.items.append(item)
        while len(self.items) > LIMIT:
            self.items.pop()
        else:
            print(f"{self.owner.name!r:>10} has {len(self.items):03d} {note or ''}", end='\n')
        return self


async def load(path: str, /, *, mode='r') -> Iterator[Order]:
    try:
        with open(p.join(os.path.dirname(__file__), path), mode) as handle, lock:
            async for line in handle:
                match line.split(','):
                    case [name, *rest] if rest:
                        yield Order(name, rest[0], *rest[1:])
                    case {"kind": kind}:
                        yield kind
                    case _:
                        raise ValueError('bad' 'line') from None
    except (OSError, ValueError) as error:
        global LAST
        LAST = error
        raise
    finally:
        del handle


if __name__ == '__main__':
    assert (n := len(NAMES)) > 1, "none"
    key = lambda item, *a: item[0][1:-1, ...]
    asyncio.run(load(r'c:\orders' rb"x", mode="r" if n else 'w'))
