import { describe, expect, it } from "vitest";
import { readDeviceFile } from "./read-device-file";

const header = "appid,userid,deviceid,kind,pushid";
const rows = ["a,u1,d1,android,t-1", "a,u2,d2,android,t-2", "a,u3,d3,android,t-3"];
const devices = [1, 2, 3].map((n) => ({
  appid: "a",
  userid: `u${n}`,
  deviceid: `d${n}`,
  kind: "android",
  pushid: `t-${n}`,
}));
const lines = devices.map((device, index) => ({ line: index + 2, device }));

describe("line ends of two kinds in one file", () => {
  it.each(
    ["\r\n", "\n", "\r"].flatMap((first) =>
      ["\r\n", "\n", "\r"].map((others) => [first, others] as const),
    ),
  )("%j and then %j are as many devices", async (first, others) => {
    expect(readDeviceFile(header + first + rows.join(others) + others)).toEqual({
      lines,
      problems: [],
    });
    const json = devices.map((device) => JSON.stringify(device));
    expect(readDeviceFile(String(json[0]) + first + json.slice(1).join(others))).toEqual({
      lines: devices.map((device, index) => ({ line: index + 1, device })),
      problems: [],
    });
  });
});

describe("columns", () => {
  it.each([
    "\uFEFFApp ID , User_ID,device-id,KIND, push id",
    '\uFEFF"appid"," userid ","Device ID","Kind","PushID"',
    "sep=,\r\nappid,userid,deviceid,kind,pushid",
  ])("are recognized in any spelling: %j", async (names) => {
    const read = readDeviceFile(`${names}\n${rows.join("\n")}\n`);
    const offset = names.startsWith("sep") ? 1 : 0;
    expect(read).toEqual({
      lines: lines.map(({ line, device }) => ({ line: line + offset, device })),
      problems: [],
    });
  });

  it.each([",", ";", "\t"])(
    "are found below the titles of a report, which are listed: %j",
    (separator) => {
      const report =
        "Device export\nAll apps\n\nappid,userid,deviceid,kind,pushid\na,u1,d1,android,t-1\nTotal 1,,,,\n".replaceAll(
          ",",
          separator,
        );
      expect(readDeviceFile(report)).toEqual({
        lines: [
          {
            line: 5,
            device: { appid: "a", userid: "u1", deviceid: "d1", kind: "android", pushid: "t-1" },
          },
          { line: 6, device: { appid: "Total 1" } },
        ],
        problems: [1, 2].map((line) => ({
          line,
          message: "This line is above the names of the columns.",
        })),
      });
    },
  );

  it("that are unknown are listed, except those of an export", async () => {
    expect(
      readDeviceFile("appid,token,pushid,User,registered,lastSeen\na,x,t-1,u1,2026,2026\n"),
    ).toEqual({
      lines: [{ line: 2, device: { appid: "a", pushid: "t-1" } }],
      problems: [],
      ignored: ["token", "User"],
    });
  });

  it("that mean the same are read once", async () => {
    expect(readDeviceFile("pushid,User ID,userid\nt-1,no,u1\n")).toEqual({
      lines: [{ line: 2, device: { pushid: "t-1", userid: "u1" } }],
      problems: [],
      ignored: ["User ID"],
    });
  });

  it("of lines of JSON are recognized by exact names", async () => {
    const exportedLine =
      '{"appid":"a","pushid":"t-1","registered":"2026","lastSeen":"2026","fingerprint":"f","stateReason":"r"}';
    expect(readDeviceFile(exportedLine)).not.toHaveProperty("ignored");
    expect(
      readDeviceFile(
        `${exportedLine}\n{"appid":"a","pushID":"t-2","User":"u1"}\n{"User":"u2","pushid":"t-3"}`,
      ),
    ).toMatchObject({
      ignored: ["pushID", "User"],
    });
    const many = Array.from({ length: 50 }, (_, n) =>
      JSON.stringify({ pushid: "t", [`member${n}`]: 1 }),
    ).join("\n");
    expect(readDeviceFile(many)).toHaveProperty("ignored.length", 20);
  });

  it("without a name are reported where they have values", async () => {
    expect(readDeviceFile("pushid,,\nt-1,x,\nt-2,,\n")).toMatchObject({ ignored: ["Column 2"] });
    expect(readDeviceFile("pushid,,\nt-1,,\n")).not.toHaveProperty("ignored");
  });
});

describe("cells", () => {
  it("are padded or blank without harm", async () => {
    expect(
      readDeviceFile('appid , userid ,pushid  ,model\na , u1 ,"t-1 "  ,"  "\na,   ,t-2,\n'),
    ).toEqual({
      lines: [
        { line: 2, device: { appid: "a", userid: "u1", pushid: "t-1" } },
        { line: 3, device: { appid: "a", pushid: "t-2" } },
      ],
      problems: [],
    });
  });

  it("beyond the columns are reported at their line, empty ones are not", async () => {
    expect(
      readDeviceFile('appid,pushid,model\na,t-1,"x",,\na,t-2,Pixel, 9\na,"t\n3",x,y\na,t-4\n'),
    ).toEqual({
      lines: [
        { line: 2, device: { appid: "a", pushid: "t-1", model: "x" } },
        { line: 6, device: { appid: "a", pushid: "t-4" } },
      ],
      problems: [
        { line: 3, message: expect.stringMatching(/4 values where 3 are expected/) as unknown },
        { line: 4, message: expect.stringMatching(/4 values where 3 are expected/) as unknown },
      ],
    });
  });

  it("with ids of a user or device on two lines are reported", async () => {
    const read = readDeviceFile(
      'pushid,userid,deviceid\nt-1,"u1\nu2",d\nt-2,u,"d\r\ne"\n"<bb92124d\n6f955e7d>",u,d\n',
    );
    expect(read).toMatchObject({
      lines: [{ line: 6 }],
      problems: [
        { line: 2, message: expect.stringMatching(/^userid: holds a line break/) as unknown },
        { line: 4, message: expect.stringMatching(/^deviceid: holds a line break/) as unknown },
      ],
    });
  });
});
