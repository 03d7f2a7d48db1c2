import { describe, expect, it } from "vitest";
import { deviceKinds } from "@/lib/interface/device-kinds";
import type { Appearance } from "@/lib/payload/appearance";
import {
  defaultFace,
  facesOf,
  isPhone,
  leftOut,
  restingSurface,
  surfaceLabel,
  surfaceOf,
} from "./face";

const faces = deviceKinds.flatMap(facesOf);

describe("faces", () => {
  it("are of their kind, by an id and a name of their own", () => {
    for (const kind of deviceKinds) for (const face of facesOf(kind)) expect(face.kind).toBe(kind);
    expect(new Set(faces.map(({ id }) => id)).size).toBe(faces.length);
    expect(new Set(faces.map(({ name }) => name)).size).toBe(faces.length);
    for (const kind of deviceKinds)
      expect(new Set(facesOf(kind).map(({ short }) => short)).size).toBe(facesOf(kind).length);
  });
  it.each(faces.map((face) => [face.name, face] as const))(
    "show their buttons on a surface they have: %s",
    (_name, { surfaces, buttons }) => {
      const values = surfaces.map(({ value }) => value);
      expect(new Set(values).size).toBe(values.length);
      expect(buttons.most > 0).toBe(values.some((value) => buttons.on.includes(value)));
    },
  );
  it.each(faces.filter(isPhone).map((face) => [face.name, face] as const))(
    "cover a phone that is locked, in use, and opened: %s",
    (_name, face) => {
      const values = face.surfaces.map(({ value }) => value);
      expect(values).toEqual(expect.arrayContaining(["expanded", "lock", "heads-up"]));
      expect(values.includes("collapsed")).toBe(face.system !== "iphone");
    },
  );
  it("show the surface asked for, or the one where they rest", () => {
    const [iphone] = facesOf("ios");
    expect(surfaceOf(iphone, "expanded")).toBe("expanded");
    for (const unknown of ["collapsed", "nowhere", undefined])
      expect(surfaceOf(iphone, unknown)).toBe("lock");
  });
  it("call a surface as its system does", () => {
    expect(surfaceLabel(defaultFace("android"), "heads-up")).toBe("Heads-up");
    expect(surfaceLabel(defaultFace("ios"), "heads-up")).toBe("Banner");
    expect(restingSurface(defaultFace("ios"))).toBe("lock");
    expect(restingSurface(defaultFace("chrome"))).toBe("collapsed");
  });
});

const labelled = (...labels: string[]): Appearance["buttons"] =>
  labels.map((label) => ({ identifier: label, label }));
const message: Appearance = {
  kind: "chrome",
  appName: "Lumen",
  text: "Come in",
  imageUrl: "https://a.test/a.png",
  buttons: labelled("Yes", "No", "Later", "Never"),
  tap: { action: "OPEN_APP" },
  customtags: {},
};
const [onWindows, onMac = onWindows] = facesOf("chrome");

describe("leftOut", () => {
  it("names what no surface of a face shows, and why", () => {
    expect(leftOut(message, onMac)).toEqual([
      "Chrome on macOS shows no large image.",
      "Chrome on macOS shows 2 buttons at most: “Later”, “Never” are left out.",
    ]);
    expect(leftOut(message, defaultFace("firefox"))).toEqual([
      "Firefox on Linux shows no large image.",
      "Firefox on Linux shows no buttons.",
    ]);
    expect(leftOut(message, defaultFace("android"))).toEqual([
      "Pixel shows 3 buttons at most: “Never” is left out.",
    ]);
  });
  it("has nothing to say where all is shown", () => {
    expect(leftOut(message, defaultFace("ios"))).toEqual([]);
    const { imageUrl: _none, ...plain } = message;
    expect(leftOut({ ...plain, buttons: labelled("Yes") }, onMac)).toEqual([]);
    expect(leftOut({ ...plain, buttons: [] }, defaultFace("firefox"))).toEqual([]);
  });
});
