/** Names that Python knows without an import (Library Reference, "Built-in Functions" and "Built-in Exceptions"), as far as code calls or reads them. */
export const BUILTINS: ReadonlySet<string> = new Set(
  (
    'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec filter float ' +
    'format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow ' +
    'print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__ __name__ __file__ NotImplemented Ellipsis ' +
    'BaseException Exception ArithmeticError AssertionError AttributeError EOFError FileExistsError FileNotFoundError ImportError IndexError IOError KeyError ' +
    'KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotImplementedError OSError OverflowError PermissionError RecursionError RuntimeError ' +
    'StopIteration SyntaxError SystemExit TimeoutError TypeError UnicodeDecodeError UnicodeError ValueError ZeroDivisionError self cls unicode raw_input xrange'
  ).split(' '),
)
