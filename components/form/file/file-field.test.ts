import { describe, expect, it } from "vitest";
import { isolated } from "@/components/ui/sentence";
import { fileFault } from "./file-field";

describe("fileFault", () => {
  const limits = { most: 2_500_000, accept: ".csv,.txt,text/csv" };

  it("accepts what may be of use, also of a type that the browser does not know", () => {
    expect(fileFault({ name: "a.csv", size: 2_500_000, type: "text/csv" }, limits)).toBeUndefined();
    expect(fileFault({ name: "a.p12", size: 1, type: "application/x-pkcs12" }, limits)).toBe(
      undefined,
    );
    expect(fileFault({ name: "list", size: 1, type: "" }, limits)).toBeUndefined();
  });

  it("refuses a file that is too large, with both sizes", () => {
    expect(fileFault({ name: "a.csv", size: 2_600_000, type: "text/csv" }, limits)).toBe(
      `${isolated("a.csv")} is 2.6 MB; the limit is 2.5 MB.`,
    );
    expect(fileFault({ name: "k", size: 20_500, type: "" }, { ...limits, most: 999 })).toBe(
      `${isolated("k")} is 21 kB; the limit is 999 bytes.`,
    );
  });

  it("refuses a picture where none is accepted, with the types that are", () => {
    const picture = { name: "a.png", size: 1, type: "image/png" };
    expect(fileFault(picture, limits)).toBe(
      `${isolated("a.png")} is of another type. Choose one of these: .csv, .txt.`,
    );
    expect(fileFault(picture, { ...limits, accept: "image/png,image/gif" })).toBeUndefined();
  });
});
