import { describe, expect, it } from "vitest";
import { nearNames } from "./near-names";

describe("a variable that nothing reads", () => {
  it.each([
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABAES_URL", "DATABASE_URL"],
    ["NOTIFY_ALOW", "NOTIFY_ALLOW"],
    ["ORIGINS", "ORIGIN"],
    ["data_dir", "DATA_DIR"],
    ["CLARION_PORT", "PORT"],
    ["APP_SECRETS_FILE", "APP_SECRET_FILE"],
  ])("is named when it is near to a setting: %s", (name, setting) => {
    expect(nearNames({ [name]: "hush" })).toEqual([
      `${name} is not a setting and is ignored. If ${setting} is meant, rename it.`,
    ]);
  });

  it("is named when its setting is not read from a file, and ALL_PROXY where no other proxy is set", () => {
    expect(nearNames({ ORIGIN_FILE: "/run/origin" })).toEqual([
      "ORIGIN_FILE is ignored: this setting is not read from a file.",
    ]);
    expect(nearNames({ ALL_PROXY: "socks5://a:hush@b" })).toEqual([
      "ALL_PROXY is ignored. Set HTTPS_PROXY and HTTP_PROXY to send calls through a proxy.",
    ]);
  });

  it("is left alone when other programs read it", () => {
    const others = {
      HOSTNAME: "a",
      HOSTS: "a",
      PORTS: "1",
      FTP_PROXY: "a",
      https_proxy: "http://a",
      ALL_PROXY: "a",
      CLARION_URL: "a",
      HOME: "/",
    };
    expect(nearNames(others)).toEqual([]);
    expect(nearNames({ DATABASE_URL: "a", SMTP_URL_FILE: "b", no_proxy: "c" })).toEqual([]);
  });
});
