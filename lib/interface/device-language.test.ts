import { expect, it } from "vitest";
import { deviceLanguage } from "./device-language";

it.each([
  ["pt_BR", "pt-BR"],
  ["zh_CN_#Hans", "zh-Hans-CN"],
  ["zh__#Hant", "zh-Hant"],
  ["zh_TW", "zh-TW"],
  ["no_NO", "no-NO"],
  ["no_NO_NY", "nn-NO"],
  ["iw_IL", "he-IL"],
  ["in_ID", "id-ID"],
  ["ji", "yi"],
  ["sr_RS_#Latn", "sr-Latn-RS"],
  ["sr_RS@latin", "sr-Latn-RS"],
  ["th_TH_TH_#u-nu-thai", "th-TH-u-nu-thai"],
  ["ja_JP_JP_#u-ca-japanese", "ja-JP-u-ca-japanese"],
  ["zh_HK_#Hant_u-ca-chinese", "zh-Hant-HK-u-ca-chinese"],
  ["en_US_WIN", "en-US"],
  ["es_419", "es-419"],
  ["pt_BR.UTF-8", "pt-BR"],
  ["de_DE@euro", "de-DE"],
  ["de_DE.ISO8859-15@euro", "de-DE"],
  ["pt-BR,pt;q=0.9", "pt-BR"],
  ["pt-BR;q=0.9", "pt-BR"],
  ["zh_Hant_HK", "zh-Hant-HK"],
  [" PT ", "pt"],
])("reads %s as %s", (text, language) => {
  expect(deviceLanguage(text)).toBe(language);
});

it.each([
  "",
  "C",
  "C.UTF-8",
  "POSIX",
  "*",
  "und",
  "English",
  "german",
  "undefined",
  "null",
  "en US",
  "_",
  "_US",
  "12",
  "😀",
])("finds no language in '%s'", (text) => {
  expect(deviceLanguage(text)).toBeUndefined();
});
