import { describe, expect, it } from 'vitest'
import { CODE_LANGUAGES, languageOf } from '../../src/language-of.ts'
import { DIALECTS } from '../../src/languages/dialects.ts'
import { createUnreadDetector } from '../../src/languages/unread/detect-unread.ts'
import { UNREAD_LANGUAGES } from '../../src/languages/unread/unread-languages.ts'

const detect = createUnreadDetector(UNREAD_LANGUAGES)

describe('program code that is not read as code is known', () => {
  it.each([
    { path: 'index.php', text: '<?php echo 1;', language: 'PHP' },
    { path: 'page.blade.php', text: '{{ $a }}', language: 'PHP' },
    { path: 'lib/a.inc', text: '<?php\n', language: 'PHP' },
    { path: 'main.go', text: 'package main', language: 'Go' },
    { path: 'app.rb', text: 'puts 1', language: 'Ruby' },
    { path: 'Gemfile', text: "gem 'rack'", language: 'Ruby' },
    { path: 'Main.java', text: 'class Main {}', language: 'Java' },
    { path: 'Main.kt', text: 'fun main() {}', language: 'Kotlin' },
    { path: 'Program.CS', text: 'class A {}', language: 'C#' },
    { path: 'bin/run', text: '#!/bin/sh\necho', language: 'Shell' },
    { path: 'bin/run', text: '#!/usr/bin/env -S perl -w\n', language: 'Perl' },
    { path: 'bin/run', text: '#!/usr/bin/env ruby2.7\n', language: 'Ruby' },
    { path: 'a.h', text: '#ifndef A\nint f(void);', language: 'C' },
    { path: 'a.h', text: 'namespace a {\nclass B;\n}', language: 'C++' },
    { path: 'a.h', text: '#import <UIKit/UIKit.h>\n@interface A : NSObject', language: 'Objective-C' },
    { path: 'a.m', text: '#import "a.h"\n@implementation A\n@end', language: 'Objective-C' },
    { path: 'a.m', text: 'function y = f(x)\n  y = x;\nend', language: 'MATLAB' },
    { path: 'a.m', text: '(* ::Package:: *)', language: 'Wolfram Language' },
    { path: 'a.pl', text: 'use strict;\nmy $a = 1;', language: 'Perl' },
    { path: 'a.pl', text: ':- module(a, [b/1]).\nb(X) :- c(X).', language: 'Prolog' },
    { path: 'a.d', text: 'import std.stdio;\nvoid main() {}', language: 'D' },
    { path: 'a.v', text: 'module top(input clk);\nendmodule', language: 'Verilog' },
    { path: 'a.v', text: 'Theorem t : True.\nProof.', language: 'Coq' },
    { path: 'a.cls', text: 'public with sharing class A {\n}', language: 'Apex' },
    { path: 'a.cls', text: 'VERSION 1.0 CLASS\nBEGIN', language: 'Visual Basic' },
    { path: 'a.fs', text: 'module A\nlet x = 1', language: 'F#' },
    { path: 'a.svg', text: '<svg onload="run()"/>', language: 'SVG' },
    { path: 'a.ejs', text: '<p><%= user.name %></p>', language: 'EJS' },
    { path: 'show.html.erb', text: '<%= raw @a %>', language: 'ERB' },
    { path: 'a.ipynb', text: '{"cells": [{"cell_type": "code", "source": ["x"]}]}', language: 'Jupyter Notebook' },
    { path: 'a.mdx', text: "import A from './a'\n\n# A", language: 'MDX' },
    { path: 'a.sql', text: 'CREATE OR REPLACE FUNCTION f() RETURNS int AS $$ BEGIN', language: 'SQL' },
    { path: 'a.sql', text: 'create definer=`root`@`%` procedure p() begin', language: 'SQL' },
  ])('$path is $language: $text', ({ path, text, language }) => expect(detect(path, text)).toBe(language))

  it.each([
    { name: 'an empty file', path: 'a.php', text: ' \n' },
    { name: 'prose', path: 'a.md', text: '# A' },
    { name: 'a style sheet', path: 'a.css', text: 'a { color: red }' },
    { name: 'a page without a script', path: 'a.html', text: '<p>one = "two"</p><script src="a.js"></script>' },
    { name: 'a page with data alone', path: 'a.html', text: '<script type="application/ld+json">{"a": 1}</script>' },
    { name: 'a page with a template for scripts', path: 'a.html', text: '<script type="text/x-handlebars">{{a}}</script>' },
    { name: 'a picture of lines', path: 'a.svg', text: '<svg><path d="M0 0"/></svg>' },
    { name: 'a notebook of prose', path: 'a.ipynb', text: '{"cells": [{"cell_type": "markdown", "source": ["x"]}]}' },
    {
      name: 'tables and rows',
      path: 'a.sql',
      text: 'CREATE TABLE f (id int, trigger text);\nINSERT INTO f VALUES (1);\nALTER TABLE f DISABLE TRIGGER ALL;',
    },
    { name: 'a list of dependencies of a compiler', path: 'a.d', text: 'a.o: a.c \\\n  a.h\n' },
    { name: 'a class of LaTeX', path: 'a.cls', text: '\\NeedsTeXFormat{LaTeX2e}\n\\ProvidesClass{a}' },
    { name: 'a shader', path: 'a.fs', text: 'void main() { gl_FragColor = vec4(1.); }' },
    { name: 'a file of no language', path: 'LICENSE', text: 'MIT' },
    { name: 'how something is built', path: 'Makefile', text: 'all:\n\tcc a.c' },
  ])('$name is not such a file', ({ path, text }) => expect(detect(path, text)).toBeUndefined())

  it('by its name alone, where there is no text', () => {
    expect(['a.php', 'a.h', 'a.d', 'a.ejs', 'a.png', 'run'].map((path) => detect(path))).toEqual(['PHP', 'C', undefined, 'EJS', undefined, undefined])
  })
})

describe('the table of languages', () => {
  it('has those that are used most, each once, and none that is read', () => {
    const names = UNREAD_LANGUAGES.map(({ name }) => name)
    expect(names.length).toBeGreaterThanOrEqual(100)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => CODE_LANGUAGES.includes(name))).toEqual([])
  })

  it('claims no name that a language which is read has', () => {
    const names = UNREAD_LANGUAGES.flatMap(({ extensions, fileNames = [] }) => [...extensions.map((extension) => `a${extension}`), ...fileNames])
    // Notebooks are supported if they contain Python.
    expect(names.filter((name) => languageOf(name, '') !== 'text')).toEqual(['a.ipynb'])
    const interpreters = DIALECTS.flatMap((dialect) => dialect.interpreters)
    expect(UNREAD_LANGUAGES.flatMap((language) => language.interpreters ?? []).filter((name) => interpreters.includes(name))).toEqual([])
  })

  it('gives an ending that several claim to one of them by its text, and to at most one whatever the text', () => {
    for (const { extensions, when = {} } of UNREAD_LANGUAGES) {
      expect(extensions).toEqual(extensions.map((extension) => extension.toLowerCase()))
      expect(Object.keys(when).filter((extension) => !extensions.includes(extension))).toEqual([])
    }
    const free = UNREAD_LANGUAGES.flatMap(({ extensions, when = {} }) => extensions.filter((extension) => when[extension] === undefined))
    expect(free.filter((extension, index) => free.indexOf(extension) !== index)).toEqual([])
  })
})

it('translations of Qt are no TypeScript', () => {
  expect(languageOf('de.ts', '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1">')).toBe('text')
  expect(languageOf('cast.ts', '<T>x')).toBe('typescript')
})
