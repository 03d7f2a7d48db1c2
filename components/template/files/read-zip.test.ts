import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { strToU8, Zip, ZipDeflate, ZipPassThrough, zipSync, type Zippable } from "fflate";
import { describe, expect, it } from "vitest";
import { FileError, filesOf } from "@/lib/template/files";
import { mostInZip, templatesInZip } from "./read-zip";

const template = {
  name: "Sale",
  tags: [],
  blocks: { android: { text: "Hello" } },
  parameters: [],
  samples: [],
  languages: [],
};
const entries = (folder: string, more: Partial<typeof template> = {}): Zippable =>
  Object.fromEntries(
    [...filesOf({ ...template, ...more })].map(([name, text]) => [
      `${folder}/${name}`,
      strToU8(text),
    ]),
  );
/** As a program writes one that does not know sizes ahead. */
const streamed = (files: Zippable): Uint8Array => {
  const parts: Uint8Array[] = [];
  const zip = new Zip((_, part) => parts.push(part));
  for (const [name, bytes] of Object.entries(files)) {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(bytes as Uint8Array, true);
  }
  zip.end();
  return Uint8Array.from(Buffer.concat(parts));
};
/** A zip file whose directories say that what it holds unpacks to ten bytes. */
const lying = (honest: Uint8Array): Uint8Array => {
  const zip = honest.slice();
  const view = new DataView(zip.buffer);
  for (let at = 0; at < zip.length - 4; at += 1) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) view.setUint32(at + 22, 10, true);
    if (signature === 0x02014b50) view.setUint32(at + 24, 10, true);
  }
  return zip;
};
const refusal = (zip: Uint8Array) => {
  try {
    templatesInZip(zip);
  } catch (error) {
    return error instanceof FileError ? error.message : error;
  }
  return undefined;
};

const stored = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`zips/${name}.zip`, import.meta.url)));
/** A zip file of one template whose folder has other bytes in its name, of the same length. */
const renamed = (folder: string, bytes: readonly number[]): Uint8Array => {
  const zip = zipSync(entries(folder)).slice();
  const [find, put] = [Buffer.from("x".repeat(bytes.length)), Uint8Array.from(bytes)];
  for (
    let at = Buffer.from(zip).indexOf(find);
    at !== -1;
    at = Buffer.from(zip).indexOf(find, at + 1)
  )
    zip.set(put, at);
  return zip;
};

describe("templates of a zip file", () => {
  it.each([
    ["with sizes ahead", zipSync],
    ["as it was streamed", streamed],
    ["not compressed", (files: Zippable) => zipSync(files, { level: 0 })],
  ])("are read %s, inside any outer folders", (_, packed) => {
    const templates = templatesInZip(
      packed({
        ...entries("shop/sale"),
        ...entries("a/b/my%20app/two"),
        ...entries("__MACOSX/shop/sale"),
      }),
    );
    expect(templates).toEqual([
      { name: "my app/two", template: { appid: "my app", id: "two", ...template } },
      { name: "shop/sale", template: { appid: "shop", id: "sale", ...template } },
    ]);
  });

  it("keep the format of a date, and where it stands", () => {
    const day = {
      sample: "2026-01-31",
      format: "d 'of' MMMM",
      required: true,
      type: "date",
      name: "day",
    };
    const [entry] = templatesInZip(zipSync(entries("shop/sale", { parameters: [day] as never[] })));
    const read = entry && "template" in entry ? entry.template?.parameters : undefined;
    expect(read).toEqual([day]);
    expect(Object.keys(read?.[0] as object)).toEqual([
      "name",
      "type",
      "format",
      "required",
      "sample",
    ]);
  });

  it("that cannot be read have a reason, and keep no other from being read", () => {
    const templates = templatesInZip(
      zipSync({
        ...entries("shop/good"),
        "shop/bad/template.json": strToU8("{"),
        "shop/odd/template.json": strToU8('{"name":"x","odd":1}'),
        "shop/%zz/template.json": strToU8("{}"),
        "shop/far/template.json": strToU8(
          '{"name":"x","blocks":{"ios":{"text@":"../../../etc/passwd"}}}',
        ),
        ...entries("other/shop/good"),
      }),
    );
    expect(templates.map((one) => ("why" in one ? [one.name, one.why] : [one.name]))).toEqual([
      ["shop/%zz", expect.stringContaining("is called as no template")],
      ["shop/bad", expect.stringContaining("shop/bad/template.json: ")],
      ["shop/far", 'shop/far/template.json: "text@" of ios must name a file beside it.'],
      ["shop/good"],
      ["shop/good", "The file has two templates of this name."],
      ["shop/odd", 'shop/odd/template.json: "odd" is no member of a template.'],
    ]);
  });

  it.each([
    "../shop/sale/template.json",
    "a/../../b/template.json",
    "/etc/app/template.json",
    "C:/a/b/template.json",
    "a\\..\\b",
  ])("in a file that leads out of itself by %s are not looked at", (path) => {
    expect(refusal(zipSync({ ...entries("shop/sale"), [path]: strToU8("{}") }))).toContain(
      "a path outside of the archive",
    );
  });

  it("that unpack to more than 50 MB are not unpacked, also if the file states less", () => {
    const bomb = zipSync({
      ...entries("shop/sale"),
      "shop/sale/more.txt": new Uint8Array(mostInZip.unpacked + 1),
    });
    for (const zip of [bomb, lying(bomb)]) {
      expect(zip.length).toBeLessThan(100_000);
      expect(refusal(zip)).toBe("This file unpacks to more than 50 MB, and is not unpacked.");
    }
  });

  it("are a thousand at most", () => {
    const many = Object.assign(
      {},
      ...Array.from({ length: 1_001 }, (_, n) => entries(`shop/t${n}`)),
    ) as Zippable;
    expect(refusal(zipSync(many))).toBe(
      "This file has 1,001 templates; at most 1,000 can be imported at a time.",
    );
  });

  it("are read with backslashes between folders, as Windows writes them", () => {
    const files = Object.fromEntries(
      Object.entries(entries("shop/sale")).map(([name, bytes]) => [
        name.replaceAll("/", "\\"),
        bytes,
      ]),
    );
    expect(templatesInZip(zipSync(files)).map(({ name }) => name)).toEqual(["shop/sale"]);
  });

  it.each(["./", "././", "\\", ".\\"])("are read with %j before each of their names", (start) => {
    const files = Object.entries(entries("shop/sale")).map(([name, bytes]) => [
      `${start}${start.endsWith("\\") ? name.replaceAll("/", "\\") : name}`,
      bytes,
    ]);
    expect(
      templatesInZip(zipSync(Object.fromEntries(files) as Zippable)).map(({ name }) => name),
    ).toEqual(["shop/sale"]);
  });

  it("are read where a stored file has its size behind it", () => {
    const parts: Uint8Array[] = [];
    const zip = new Zip((_, part) => parts.push(part));
    for (const [name, bytes] of Object.entries(entries("shop/sale"))) {
      const file = new ZipPassThrough(name);
      zip.add(file);
      file.push(bytes as Uint8Array, true);
    }
    zip.end();
    expect(templatesInZip(Uint8Array.from(Buffer.concat(parts)))).toEqual([
      { name: "shop/sale", template: { appid: "shop", id: "sale", ...template } },
    ]);
  });

  it("name the file that is protected or compressed by another method, and the remedy", () => {
    const changed = (offset: number, value: number) => {
      const zip = zipSync({ "shop/sale/template.json": strToU8("{}") }).slice();
      const view = new DataView(zip.buffer);
      for (let at = 0; at < zip.length - 4; at += 1)
        if (view.getUint32(at, true) === 0x02014b50) view.setUint16(at + offset, value, true);
      return zip;
    };
    expect(refusal(changed(10, 14))).toBe(
      "shop/sale/template.json is compressed by LZMA, which cannot be read here. Zip the folder again with the method Deflate.",
    );
    expect(refusal(changed(8, 1))).toBe(
      "shop/sale/template.json is protected by a password. Zip the folder again without one.",
    );
    expect(refusal(Uint8Array.of(0x1f, 0x8b, 8))).toContain("a gzip file (.gz, .tar.gz)");
  });

  it.each(["stored-streamed", "windows-backslash", "zip64"])("are read from %s.zip", (name) => {
    expect(templatesInZip(stored(name))).toEqual([
      { name: "shop/sale", template: expect.objectContaining({ appid: "shop", id: "sale" }) },
    ]);
  });

  it("that LZMA compresses are refused by its name", () => {
    expect(refusal(stored("lzma"))).toBe(
      "shop/sale/template.json is compressed by LZMA, which cannot be read here. Zip the folder again with the method Deflate.",
    );
  });

  it.each([
    ["code page 437", [0x67, 0x72, 0x94, 0xe1, 0x65], "größe"],
    ["UTF-8 that is not declared", [...new TextEncoder().encode("größe")], "größe"],
  ])("have names in %s", (_, bytes, folder) => {
    const zip = renamed(`shop/${"x".repeat(bytes.length)}`, bytes);
    expect(templatesInZip(zip)).toMatchObject([{ template: { appid: "shop", id: folder } }]);
  });

  it("have a name in UTF-8 in a field of its own, while it is of this name", () => {
    const unicode = (sum: number) => {
      const [name, field] = [
        "shop/gr_e/template.json",
        new TextEncoder().encode("shop/größe/template.json"),
      ];
      const extra = new Uint8Array(5 + field.length);
      new DataView(extra.buffer).setUint32(1, sum, true);
      extra.set(field, 5);
      extra[0] = 1;
      return templatesInZip(
        zipSync({
          [name]: [entries("a/b")["a/b/template.json"] as Uint8Array, { extra: { 0x7075: extra } }],
        }),
      );
    };
    expect(unicode(crc32("shop/gr_e/template.json"))).toMatchObject([{ name: "shop/größe" }]);
    expect(unicode(0)).toMatchObject([{ name: "shop/gr_e" }]);
  });

  it("are damaged where a byte of a stored file is another one, or an entry is missing", () => {
    const zip = zipSync(entries("shop/sale"), { level: 0 }).slice();
    const at = Buffer.from(zip).indexOf("Hello");
    expect(refusal(zip.with(at, 0x4a))).toMatch(
      /^shop\/sale\/\S+ is damaged in this zip file\. Copy or download it again\.$/,
    );
    const count = zip.length - 12;
    expect(refusal(zip.with(count, (zip[count] ?? 0) + 1))).toBe(
      "This zip file is damaged. Copy or download it again.",
    );
  });

  it("are damaged wherever the file was cut off", () => {
    const whole = stored("zip64");
    for (let length = 4; length < whole.length; length += 7)
      expect(refusal(whole.slice(0, length))).toContain("damaged");
  });

  it("are refused for too many folders, as for too many files", () => {
    const folders = Object.fromEntries(
      Array.from({ length: mostInZip.files + 1 }, (_, n) => [`f${n}/`, new Uint8Array()]),
    );
    expect(refusal(zipSync(folders, { level: 0 }))).toBe(
      "This file contains more than 20,000 files and folders and was not unpacked.",
    );
  });

  it("are refused in one part of a zip file that was split", () => {
    const zip = zipSync(entries("shop/sale")).slice();
    new DataView(zip.buffer).setUint16(zip.length - 18, 2, true);
    expect(refusal(zip)).toBe(
      "This is one part of a zip file that was split. Zip the folder again into one file.",
    );
  });

  it("are not looked for in what is no zip file, is damaged, too large, or has none", () => {
    expect(refusal(strToU8("name,text"))).toBe("This is no zip file.");
    expect(refusal(new Uint8Array())).toBe("This is no zip file.");
    expect(refusal(zipSync(entries("shop/sale")).slice(0, 60))).toContain("damaged");
    expect(refusal(new Uint8Array(mostInZip.packed + 1))).toContain("more than 20 MB");
    expect(refusal(zipSync({ "readme.md": strToU8("x") }))).toContain(
      "There is no template in this file",
    );
    expect(refusal(zipSync({}))).toContain("There is no template in this file");
  });
});
