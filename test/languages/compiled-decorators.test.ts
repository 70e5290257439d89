import { describe, expect, it } from 'vitest'
import { restoreDecorators } from '../../src/languages/javascript/compiled/restore-decorators.ts'
import { spellDecorators } from '../../src/languages/javascript/compiled/spell-decorators.ts'

const readAsSource = (text: string) => {
  const spelled = spellDecorators(text) ?? text
  expect(spelled).toHaveLength(text.length)
  return restoreDecorators(spelled)
    ?.text.replace(/\n\s*\n/g, '\n')
    .trim()
}

describe('decorators in compiled code', () => {
  it.each([
    {
      name: 'a class, a method and its parameters',
      text: `const common_1 = require("@nestjs/common");
let A = class A {
    constructor(db) {
        this.db = db;
    }
    async get(id, all) {
    }
};
exports.A = A;
__decorate([
    (0, common_1.Get)(':id'),
    __param(0, (0, common_1.Param)('id')),
    __param(1, (0, common_1.Query)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Number, Object]),
    __metadata("design:returntype", Promise)
], A.prototype, "get", null);
exports.A = A = __decorate([
    (0, common_1.Controller)("a[]"),
    __metadata("design:paramtypes", [typeof (_a = typeof db_1.Db !== "undefined" && db_1.Db) === "function" ? _a : Object])
], A);`,
      source: `const common_1 = require("@nestjs/common"); import { Get, Param, Query, Controller } from "@nestjs/common";
@Controller("a[]") class A {
    constructor(private db: db_1.Db) {
        this.db = db;
    }
    @Get(':id') async get(@Param('id') id: number, @Query() all) {
    }
};
exports.A = A;
exports.A = A;`,
    },
    {
      name: 'fields, and a class with an alias',
      text: `let A = A_1 = class A {
};
__decorate([
    IsString(),
    __metadata("design:type", String)
], A.prototype, "name", void 0);
A = A_1 = __decorate([
    Entity()
], A);
export { A };`,
      source: `@Entity() class A {
@IsString() name: string;} A_1 = A;;
export { A };`,
    },
    {
      name: 'what swc writes',
      text: `const _common = require("@nestjs/common");
let A = class A {
    get(id) {}
};
_ts_decorate([
    (0, _common.Get)(),
    _ts_param(0, (0, _common.Param)("id")),
    _ts_metadata("design:paramtypes", [
        String
    ])
], A.prototype, "get", null);
A = _ts_decorate([
    (0, _common.Controller)()
], A);`,
      source: `const _common = require("@nestjs/common"); import { Get, Param, Controller } from "@nestjs/common";
@Controller() class A {
    @Get() get(@Param("id") id: string) {}
};`,
    },
  ])('are read as those of $name', ({ text, source }) => expect(readAsSource(text)).toBe(source))

  it.each([
    { name: 'there are none', text: 'class A {}\nfunction __decorate(list) {}\n' },
    { name: 'the class is not found', text: '__decorate([\n    Get()\n], A.prototype, "get", null);\n' },
    {
      name: 'the class is a function',
      text: `var A = /** @class */ (function () {
    function A() {
    }
    A.prototype.get = function (id) { };
    __decorate([
        (0, common_1.Get)()
    ], A.prototype, "get", null);
    return A;
}());`,
    },
    { name: 'the call does not end', text: 'let A = class A {\n};\n__decorate([\n    Get()\n' },
  ])('leave the code alone if $name', ({ text }) => {
    expect(spellDecorators(text)).toBeUndefined()
    expect(readAsSource(text)).toBeUndefined()
  })
})
