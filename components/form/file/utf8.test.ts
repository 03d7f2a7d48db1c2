import { describe, expect, it } from "vitest";
import { utf8Text } from "./utf8";

const littleEndian = (text: string) => Buffer.from(text, "utf16le");
const bigEndian = (text: string) => Buffer.from(text, "utf16le").swap16();

describe.each([
  ["little endian", littleEndian],
  ["big endian", bigEndian],
])("UTF-16 in %s without its mark", (_, encoded) => {
  it.each([
    "userid,name\r\nu1,Ana\r\n",
    "Имя,userid\r\nАнна,u1\r\nБорис,u2\r\n",
    "اسم,userid\r\nعلي,u1\r\n",
    "Имя\r\nАнна\r\nБорис\r\n",
    "عليمريم\r\nمريم\r\n",
    "नाम\nराम\nसीता\n",
    "ชื่อ\r\nสมชาย\r\n",
    "Анна",
    "中山\n中川\n",
    "中山,中川",
    "தமிழ்",
    "u\n",
    `Имя;userid\n${"Анна;u1\n".repeat(2_000)}`,
    "🎉,userid\r\n👍,u1\r\n",
    "Ł,userid\nŻ,u1\n",
  ])("%j is seen", async (text) => {
    expect(await utf8Text(new Blob([encoded(text)]))).toBeUndefined();
  });
});

it.each([
  "userid,name\r\nu1,Ana\r\n",
  "Имя,userid\r\nАнна,u1\r\n",
  "नाम\tराम\n",
  "中山\n",
  "",
  "u",
  "a\tb\n",
  "userid\nu\u00001\nu2\n",
  "userid,note\nu1,a\u0001b\u001Fc\nu2,plain text of some length\n",
  `userid,name\n${"u1,Ana\n".repeat(300)}\u0000\n`,
])("UTF-8 is read: %j", async (text) => {
  expect(await utf8Text(new Blob([text]))).toBe(text);
});

it("gives nothing for another encoding", async () => {
  expect(await utf8Text(new Blob([new Uint8Array([0x61, 0xe4, 0x0a])]))).toBeUndefined();
});
