import { strToU8, Zip, ZipDeflate, ZipPassThrough, zipSync, type Zippable } from "fflate";
import { describe, expect, it } from "vitest";
import { FileError, filesOf } from "@/lib/template/files";
import { mostInZip, templatesInZip } from "./read-zip";

const template = { name: "Sale", tags: [], blocks: { android: { text: "Hello" } }, parameters: [], samples: [], languages: [] };
const entries = (folder: string, more: Partial<typeof template> = {}): Zippable =>
  Object.fromEntries([...filesOf({ ...template, ...more })].map(([name, text]) => [`${folder}/${name}`, strToU8(text)]));
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

describe("templates of a zip file", () => {
  it.each([
    ["with sizes ahead", zipSync],
    ["as it was streamed", streamed],
    ["not compressed", (files: Zippable) => zipSync(files, { level: 0 })],
  ])("are read %s, inside any outer folders", (_, packed) => {
    const found = templatesInZip(packed({ ...entries("shop/sale"), ...entries("a/b/my%20app/two"), ...entries("__MACOSX/shop/sale") }));
    expect(found).toEqual([
      { name: "my app/two", template: { appid: "my app", id: "two", ...template } },
      { name: "shop/sale", template: { appid: "shop", id: "sale", ...template } },
    ]);
  });

  it("keep the format of a date, and where it stands", () => {
    const day = { sample: "2026-01-31", format: "d 'of' MMMM", required: true, type: "date", name: "day" };
    const [found] = templatesInZip(zipSync(entries("shop/sale", { parameters: [day] as never[] })));
    const read = found && "template" in found ? found.template?.parameters : undefined;
    expect(read).toEqual([day]);
    expect(Object.keys(read?.[0] as object)).toEqual(["name", "type", "format", "required", "sample"]);
  });

  it("that cannot be read have a reason, and keep no other from being read", () => {
    const found = templatesInZip(
      zipSync({
        ...entries("shop/good"),
        "shop/bad/template.json": strToU8("{"),
        "shop/odd/template.json": strToU8('{"name":"x","odd":1}'),
        "shop/%zz/template.json": strToU8("{}"),
        "shop/far/template.json": strToU8('{"name":"x","blocks":{"ios":{"text@":"../../../etc/passwd"}}}'),
        ...entries("other/shop/good"),
      }),
    );
    expect(found.map((one) => ("why" in one ? [one.name, one.why] : [one.name]))).toEqual([
      ["shop/%zz", expect.stringContaining("is called as no template")],
      ["shop/bad", expect.stringContaining("shop/bad/template.json: ")],
      ["shop/far", 'shop/far/template.json: "text@" of ios must name a file beside it.'],
      ["shop/good"],
      ["shop/good", "The file has two templates of this name."],
      ["shop/odd", 'shop/odd/template.json: "odd" is no member of a template.'],
    ]);
  });

  it.each(["../shop/sale/template.json", "a/../../b/template.json", "/etc/app/template.json", "C:/a/b/template.json", "a\\..\\b"])(
    "in a file that leads out of itself by %s are not looked at",
    (path) => {
      expect(refusal(zipSync({ ...entries("shop/sale"), [path]: strToU8("{}") }))).toContain("a path outside of the archive");
    },
  );

  it("that unpack to more than 50 MB are not unpacked, also if the file states less", () => {
    const bomb = zipSync({ ...entries("shop/sale"), "shop/sale/more.txt": new Uint8Array(mostInZip.unpacked + 1) });
    for (const zip of [bomb, lying(bomb)]) {
      expect(zip.length).toBeLessThan(100_000);
      expect(refusal(zip)).toBe("This file unpacks to more than 50 MB, and is not unpacked.");
    }
  });

  it("are a thousand at most", () => {
    const many = Object.assign({}, ...Array.from({ length: 1_001 }, (_, n) => entries(`shop/t${n}`))) as Zippable;
    expect(refusal(zipSync(many))).toBe("This file has 1,001 templates; at most 1,000 can be imported at a time.");
  });

  it("are read with backslashes between folders, as Windows writes them", () => {
    const files = Object.fromEntries(Object.entries(entries("shop/sale")).map(([name, bytes]) => [name.replaceAll("/", "\\"), bytes]));
    expect(templatesInZip(zipSync(files)).map(({ name }) => name)).toEqual(["shop/sale"]);
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
      for (let at = 0; at < zip.length - 4; at += 1) if (view.getUint32(at, true) === 0x02014b50) view.setUint16(at + offset, value, true);
      return zip;
    };
    expect(refusal(changed(10, 14))).toBe(
      "shop/sale/template.json is compressed by LZMA, which cannot be read here. Zip the folder again with the method Deflate.",
    );
    expect(refusal(changed(8, 1))).toBe("shop/sale/template.json is protected by a password. Zip the folder again without one.");
    expect(refusal(Uint8Array.of(0x1f, 0x8b, 8))).toContain("a gzip file (.gz, .tar.gz)");
  });

  it("are not looked for in what is no zip file, is damaged, too large, or has none", () => {
    expect(refusal(strToU8("name,text"))).toBe("This is no zip file.");
    expect(refusal(new Uint8Array())).toBe("This is no zip file.");
    expect(refusal(zipSync(entries("shop/sale")).slice(0, 60))).toContain("damaged");
    expect(refusal(new Uint8Array(mostInZip.packed + 1))).toContain("more than 20 MB");
    expect(refusal(zipSync({ "readme.md": strToU8("x") }))).toContain("There is no template in this file");
    expect(refusal(zipSync({}))).toContain("There is no template in this file");
  });
});
