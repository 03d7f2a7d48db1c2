import { expect, test } from "vitest";
import { isRightToLeft, languageName } from "./language-name";

test.each([
  ["", "Default text"],
  ["pt-BR", "Brazilian Portuguese"],
  ["en-u-ca-gregory", "English"],
  ["zh-Hant-TW-x-formal", "Chinese (Traditional, Taiwan)"],
  ["not a language", "not a language"],
])("%j is called %s", (tag, name) => expect(languageName(tag)).toBe(name));

test.each([
  ["ar", true],
  ["he-IL", true],
  ["ur", true],
  ["az-Arab", true],
  ["az", false],
  ["pt-BR", false],
  ["", false],
])("%j is written from right to left: %s", (tag, rtl) => expect(isRightToLeft(tag)).toBe(rtl));
