import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseEnvironment } from "./environment";
import { refusal } from "./testing";

describe("the environment", () => {
  it("takes a bucket with its name, and with all that opens it", () => {
    const bucket = {
      MEDIA_BUCKET: "https://s3.example/images/clarion",
      MEDIA_BUCKET_KEY_ID: "id",
      MEDIA_BUCKET_SECRET: "hush",
    };
    expect(refusal(bucket)).toBeUndefined();
    for (const url of [
      "https://s3.example",
      "https://s3.example/",
      "https://s3.example/images?x",
      "https://a:b@s3.example/images",
    ])
      expect(refusal({ ...bucket, MEDIA_BUCKET: url })).toContain(
        "MEDIA_BUCKET: the path must begin with the name of the bucket",
      );
    for (const name of Object.keys(bucket)) {
      const message = refusal({ ...bucket, [name]: "" });
      expect(message).toContain("set all three or none");
      expect(message).not.toContain("hush");
    }
  });

  it("has a default for everything", () => {
    expect(parseEnvironment({})).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      DATA_DIR: "./data",
      ROLE: "all",
      LOG_LEVEL: "info",
      SANDBOX: true,
      UNDO_SECONDS: 10,
      AUTOSAVE_MS: 1_200,
      PASSWORD_COST: 17,
      NOTIFY_ALLOW: "",
    });
    expect(parseEnvironment({ PORT: "" }).PORT).toBe(3000);
  });

  it.each([
    ["PORT", "abc", "8080"],
    ["PORT", "70000", "0"],
    ["ROLE", "boss", "all"],
    ["DATABASE_URL", "mysql://x/y", "postgresql://x/y"],
    ["ORIGIN", "push.example.com", "https://push.example.com"],
    ["APP_SECRET", "short", "a".repeat(32)],
    ["APP_SECRET", `${"a".repeat(40)} `, `a sentence of ${"a".repeat(32)}`],
    ["APP_SECRET", "\0".repeat(40), "é".repeat(32)],
    ["LAB_PORT", "65533", "65532"],
    ["SERVICE_KEY", "short", "sk_0123456789abcdef"],
    ["SERVICE_KEY", "with spaces 0123456789", "sk_0123456789abcdef"],
    ["NOTIFY_ALLOW", "10.0.0.0/99", "10.0.0.0/8, localhost:8080,::1, [::1]:80"],
    ["NOTIFY_ALLOW", "https://host.example/path", "host.example"],
    ["PROVIDER_ALLOW", "10.0.0.0/99", "10.0.0.0/8, push.internal:8443"],
    ["CLIENT_KEY_RATE", "-1", "0"],
    ["CLIENT_ADDRESS_RATE", "many", "50"],
    ["METRICS_PORT", "70000", "9100"],
    ["METRICS_PORT", "3000", "3001"],
    ["METRICS_TOKEN", "short", "a-metrics-token-1"],
    ["METRICS_TOKEN", "with spaces 0123456789", "0123456789abcdef"],
    ["TRUSTED_PROXIES", "proxy.example", "10.0.0.0/8, 127.0.0.1,::1, fd00::/8"],
    ["TRUSTED_PROXIES", "10.0.0.0/33", "10.0.0.1"],
    ["TRUSTED_PROXIES", "127.1", "127.0.0.1"],
    ["TRUSTED_PROXIES", "::ffff:0:0/96", "::1"],
    ["TRUSTED_PROXIES", "::/0", "fd00::/8"],
    ["TRUSTED_PROXIES", "0.0.0.0/0", "::ffff:10.0.0.0/104"],
    ["MEDIA_BUCKET_REGION", "x".repeat(101), "eu-central-1"],
    ["UNDO_SECONDS", "61", "0"],
    ["UNDO_SECONDS", "1.5", "60"],
    ["AUTOSAVE_MS", "99", "100"],
    ["AUTOSAVE_MS", "1 s", "60000"],
    ["PASSWORD_COST", "9", "10"],
    ["PASSWORD_COST", "19", "18"],
    ["LOG_LEVEL", "loud", "debug"],
    ["TZ", "Mars/Base", "Asia/Kolkata"],
    ["TZ", "+05:00", "Etc/GMT-5"],
    ["SANDBOX", "maybe", "0"],
    ["ORIGIN", "https://push.example.com/clarion", "https://push.example.com/"],
    ["ORIGIN", "https://push.example.com/?a=1", " https://push.example.com "],
    ["ORIGIN", "https://push.example.com#a", '"https://push.example.com"'],
    ["ORIGIN", "https://me:secret@push.example.com", "“https://push.example.com”\r"],
    [
      "DATABASE_URL",
      "postgres://clarion:p#ss@127.0.0.1:5999/clarion",
      "postgres://clarion:p%23ss@127.0.0.1:5999/clarion",
    ],
    [
      "DATABASE_URL",
      "postgres://clarion:p@ss/w@127.0.0.1:5999/clarion",
      "postgres://clarion:p%40ss%2Fw@127.0.0.1:5999/clarion",
    ],
    [
      "DATABASE_URL",
      "postgres://clarion:p@ss@127.0.0.1/clarion",
      "postgres://clarion@127.0.0.1/clarion?sslmode=verify-full",
    ],
    [
      "DATABASE_URL",
      "postgres://clarion:12?ss@127.0.0.1/clarion",
      "postgres://clarion:12%3Fss@127.0.0.1/clarion",
    ],
    [
      "DATABASE_URL",
      "postgres://clarion:100%@127.0.0.1/clarion",
      "postgres://clarion:100%25@127.0.0.1/clarion",
    ],
    [
      "DATABASE_URL",
      "postgres://clarion:12/ss?hunter@127.0.0.1:5999/clarion",
      "postgres://clarion:12%2Fss%3Fhunter@127.0.0.1:5999/clarion",
    ],
    [
      "DATABASE_URL",
      "postgres://clarion:a:b@127.0.0.1/clarion",
      "postgres://clarion:a%3Ab@127.0.0.1/clarion",
    ],
    [
      "DATABASE_URL",
      "postgres://clarion@127.0.0.1/clarion?schema=clarion",
      "postgres:///clarion?host=/run/postgresql",
    ],
    ["DATABASE_URL", "postgres://h/d?connection_limit=5", "postgres://h/d?application_name=a@b"],
    ["DATABASE_URL", "postgres://h/d?sslmode=allow", "postgres://h/d?sslmode=require"],
    ["SMTP_URL", "smtp://me:p#ss@mail.example", ""],
    ["HTTPS_PROXY", "http://me:p@ss@proxy.example:3128", "http://me:p%40ss@proxy.example:3128"],
    ["HTTPS_PROXY", "proxy.example", "https://proxy.example"],
    ["HTTPS_PROXY", "proxy.example:three", "proxy.example:3128"],
    ["HTTP_PROXY", "me:p@ss@proxy.example:3128", "me:p%40ss@proxy.example:3128"],
    ["NO_PROXY", "169.254/16", "192.168.*,10.*,<local>"],
    ["NO_PROXY", "a.example:99999", "bücher.example"],
    ["NOTIFY_ALLOW", ".corp.example", "corp.example:8443"],
    ["DATA_DIR", "$(pwd)/data", "./data"],
    ["DATA_DIR", "`pwd`/data", "./data"],
    ["DATA_DIR", "{{ home }}/data", "./{data}"],
    ["DATA_DIR", "file:/srv/data", "/srv/file:data"],
    ["DATA_DIR", "%h/data", "./100%"],
    ["ORIGIN", "https://*.push.example.com", "https://a.push.example.com"],
    ["DATABASE_URL", "postgres://h/d?keepalives=1", "postgres://h/d?ssl=no-verify"],
    ["DATABASE_URL", "postgres://h/d?ssl=false", "postgres://h/d?ssl=0"],
    ["DATABASE_URL", "postgres://h/d?port=five", "postgres://h/d?port=5433"],
    [
      "HTTPS_PROXY",
      "http://corp\\me:hush@proxy.example:3128",
      "http://corp%5Cme:hush@proxy.example:3128/",
    ],
    ["HTTPS_PROXY", "http://proxy.example:3128/pac", "http://proxy.example"],
    ["HTTP_PROXY", "socks5://proxy.example:1080", "http://[fd00::1]:3128"],
    ["DATA_DIR", "file:///var/lib/clarion", "/var/lib/clarion"],
    ["NO_PROXY", "10.0.0.0/99", "localhost .corp,*.svc 10.0.0.0/8,[::1]:80,*"],
    ["NO_PROXY", "https://a.example/", "a.example:8443"],
    ["DATA_DIR", "~other/clarion", "~/clarion"],
    ["DATA_DIR", "$HOME/clarion", "./data"],
    ["DATA_DIR", "%USERPROFILE%\\clarion", "C:\\clarion"],
    ["PORT", "3000x", " ３０００ "],
    ["PORT", "0x10", "'8080'"],
    ["SANDBOX", "2", "Off"],
    ["SIGN_ON_ENFORCED", "ja", "YES"],
  ])("names %s when it is %s", (name, wrong, right) => {
    expect(refusal({ [name]: wrong })).toContain(`- ${name}:`);
    expect(refusal({ [name]: right })).toBeUndefined();
  });

  it("says that a password must be percent-encoded, and repeats no piece of it", () => {
    for (const url of [
      "postgres://clarion:hun#ter@127.0.0.1/c",
      "postgres://clarion:hun@ter/w@127.0.0.1/c",
      "postgres://clarion:12/hun?ter@127.0.0.1/c",
    ]) {
      expect(refusal({ DATABASE_URL: url })).toContain("percent-encoded");
      expect(refusal({ DATABASE_URL: url })).not.toMatch(/hun|ter\b|@127/);
    }
    expect(refusal({ DATABASE_URL: "postgres://h/d?schema=clarion" })).toContain(
      "the parameter schema is not supported",
    );
    expect(refusal({ ORIGIN: "https://push.example.com/clarion" })).toContain("remove “/clarion”");
  });

  it("repeats no piece of a password in any URL that cannot be read", () => {
    // What a password with a sign in it leaves for the host, the path, the query and the fragment.
    for (const sign of ["#", "@", "/", "?", "%", ":", "\\", "/?", "?a=", "#@", " ", "[", "^"])
      for (const [name, scheme, rest] of [
        ["DATABASE_URL", "postgres", "@db.example:5432/clarion?schema=x"],
        ["DATABASE_URL", "postgres", "@db.example/clarion"],
        ["SMTP_URL", "smtp", "@mail.example"],
        ["HTTPS_PROXY", "http", "@proxy.example:3128"],
        ["MEDIA_BUCKET", "https", "@s3.example/images"],
        ["ORIGIN", "https", "@push.example"],
      ] as const) {
        const values = [
          `${scheme}://me:4711${sign}hush${rest}`,
          `${scheme}://hush${sign}4711${rest}`,
        ];
        for (const value of values)
          expect(refusal({ [name]: value }) ?? "").not.toMatch(/hush|4711/);
      }
  });

  it("takes no sign of a password for another part of DATABASE_URL", () => {
    for (const sign of ["#", "@", "/", "?", "%", ":", "\\", "/?", "?a=", "/?sslmode=", "#@"])
      expect(
        refusal({ DATABASE_URL: `postgres://me:4711${sign}hush@db.example/clarion` }),
      ).toContain("- DATABASE_URL:");
  });

  it("reads a path in the home folder, and no folder that is named ~", () => {
    expect(parseEnvironment({ DATA_DIR: "~/clarion" }).DATA_DIR).toBe(join(homedir(), "clarion"));
    expect(parseEnvironment({ DATA_DIR: "'~'" }).DATA_DIR).toBe(homedir());
    for (const path of ["$HOME/secret", "%USERPROFILE%\\secret", "~other/secret"])
      expect(refusal({ APP_SECRET_FILE: path })).toContain("write the whole path");
  });

  it("reads secrets without the end of their line, and with their blanks and quotation marks", () => {
    expect(
      parseEnvironment({ ADMIN_EMAIL: "a@b.example", ADMIN_PASSWORD: '"a long pass word"\r' })
        .ADMIN_PASSWORD,
    ).toBe('"a long pass word"');
    expect(parseEnvironment({ APP_SECRET: `${"a".repeat(40)}\r\n` }).APP_SECRET).toBe(
      "a".repeat(40),
    );
  });

  it("reads proxies in lower case, too, as other programs do", () => {
    expect(
      parseEnvironment({ https_proxy: "http://proxy.example:3128", no_proxy: "localhost" }),
    ).toMatchObject({
      HTTPS_PROXY: "http://proxy.example:3128",
      NO_PROXY: "localhost",
    });
    expect(
      parseEnvironment({ HTTPS_PROXY: "http://a.example", https_proxy: "http://b.example" })
        .HTTPS_PROXY,
    ).toBe("http://a.example");
  });

  it("names every wrong setting at once, and no secret's value", () => {
    const message = refusal({ PORT: "x", APP_SECRET: "hunter2", ADMIN_EMAIL: "a@b.example" });
    expect(message).toContain("- PORT:");
    expect(message).toContain("- APP_SECRET:");
    expect(message).not.toContain("hunter2");
  });

  it("wants the owner's address and password together, and `all` on the local database", () => {
    expect(refusal({ ADMIN_EMAIL: "a@b.example" })).toContain("ADMIN_PASSWORD");
    expect(refusal({ ROLE: "web" })).toContain("ROLE");
    expect(refusal({ ROLE: "web", DATABASE_URL: "postgresql://x/y" })).toBeUndefined();
  });

  it("accepts DATABASE_DIRECT_URL only with a DATABASE_URL that a pooler can serve", () => {
    const direct = { DATABASE_DIRECT_URL: "postgresql://x:5432/y" };
    expect(refusal(direct)).toContain("- DATABASE_DIRECT_URL: set DATABASE_URL, too");
    expect(refusal({ ...direct, DATABASE_URL: "postgresql://x:6432/y" })).toBeUndefined();
    expect(
      refusal({ ...direct, DATABASE_URL: "postgresql://x:6432/y?statement_timeout=1000" }),
    ).toContain(
      "- DATABASE_URL: a connection pooler does not pass the parameter statement_timeout",
    );
    expect(refusal({ DATABASE_DIRECT_URL: "mysql://x/y" })).toContain("- DATABASE_DIRECT_URL:");
  });

  it("reads the owner's address as the sign-in does", () => {
    const owner = { ADMIN_EMAIL: " Ada@Example.com", ADMIN_PASSWORD: "correct horse" };
    expect(parseEnvironment(owner).ADMIN_EMAIL).toBe("ada@example.com");
    expect(refusal({ ...owner, ADMIN_EMAIL: "nobody" })).toContain(
      "- ADMIN_EMAIL: Write an e-mail address, like ada@example.com.",
    );
    expect(refusal({ ...owner, ADMIN_PASSWORD: "short" })).toContain(
      "- ADMIN_PASSWORD: At least 10 characters.",
    );
  });
});
