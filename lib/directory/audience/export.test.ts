import { describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { createService } from "@/lib/directory/service/create";
import { eventsOf } from "@/lib/verb/testing";
import { exportAudience } from "./export";
import { addRecipients, beginAudience, createAudience } from "./fill";

const as = { actor: testOwner() };

describe("a list is handed out", () => {
  it("whole, in its order, as a file that can be chosen again, and the log has it", async () => {
    const sql = await openTestDatabase();
    const { id: serviceId } = await createService(
      { ...as, tx: sql },
      { name: "Shop", sandbox: true, httpsOnly: false },
    );
    await testApp(sql, serviceId, "shop");
    await sql.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'o@a.example', 'O', '') ON CONFLICT DO NOTHING",
      [as.actor.id],
    );
    const id = await beginAudience(as, { appid: "shop", name: "Everybody", test: false });
    const odd = { name: "=1+1", city: 'Zürich, "Enge"' };
    const recipients = Array.from({ length: 2_005 }, (_, n) => ({
      type: "userid" as const,
      id: n === 0 ? "+49301" : `customer-${n}`,
      parameters: n === 1 ? odd : {},
    }));
    await addRecipients(as, { id, recipients: recipients.slice(0, 2_000) });
    await addRecipients(as, { id, recipients: recipients.slice(2_000) });
    await createAudience(as, { id });
    const { name, parts } = await exportAudience(as, { id });
    let text = "";
    for await (const part of parts) text += part;
    const lines = text.replace("\uFEFF", "").trim().split("\r\n");
    expect(name).toBe("Everybody");
    expect(lines).toHaveLength(2_006);
    expect(lines.slice(0, 4)).toEqual([
      "userid,name,city",
      "+49301,,",
      `customer-1,"'=1+1","Zürich, ""Enge"""`,
      "customer-2,,",
    ]);
    expect(lines.at(-1)).toBe("customer-2004,,");
    const [event] = await eventsOf(sql, serviceId, "audience.export");
    expect(event?.snapshot).toMatchObject({ name: "Everybody", recipients: 2_005 });
    await sql.close();
  });
});
