import { Upload } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DropArea } from "./drop-area";
import { FileField } from "./file-field";

const common = { label: "Choose a CSV file", hint: "At most 2 MB", accept: ".csv" };
const inputOf = (html: string) => /<input[^>]*>/.exec(html)?.[0] ?? "";
/** The texts that describe the input, in the order in which they are read out. */
const describedBy = (html: string) =>
  (/aria-describedby="([^"]*)"/.exec(inputOf(html))?.[1] ?? "")
    .split(" ")
    .map((id) => new RegExp(`id="${id}"[^>]*>(.*?)</(?:span></span>|p>)`).exec(html)?.[1])
    .map((text) => text?.replaceAll(/<svg.*<\/svg>|<[^>]+>/g, ""));

describe("a drop area", () => {
  const area = (error?: string) =>
    renderToStaticMarkup(
      <DropArea {...common} icon={Upload} title="Lists" error={error} onFiles={() => undefined} />,
    );

  it("is a file input with its label, which the keyboard reaches", () => {
    const input = inputOf(area());
    expect(input).toContain('type="file"');
    expect(input).toContain('aria-label="Choose a CSV file"');
    expect(input).toContain('accept=".csv"');
    expect(input).not.toMatch(/tabindex|hidden/i);
  });

  it("is described by what it accepts, and by its error", () => {
    expect(describedBy(area())).toEqual(["At most 2 MB"]);
    expect(inputOf(area())).not.toContain("aria-invalid");
    const wrong = area("This file is empty.");
    expect(describedBy(wrong)).toEqual(["At most 2 MB", "This file is empty."]);
    expect(inputOf(wrong)).toContain('aria-invalid="true"');
    expect(wrong).toContain('role="alert"');
  });
});

describe("a file field", () => {
  it("shows the name and the size of its file", () => {
    const file = new File(["12345"], "list.csv");
    const html = renderToStaticMarkup(
      <FileField {...common} most={10} file={file} onFile={() => undefined} />,
    );
    expect(html).toContain("list.csv");
    expect(describedBy(html)).toEqual(["5 bytes. Choose or drop another one to replace it."]);
  });
});
