import { describe, expect, it } from "vitest";
import type { Action } from "@/lib/policy/actions";
import { can } from "@/lib/policy/can";
import type { Role } from "@/lib/policy/roles";
import { actions } from "@/lib/policy/testing";
import { commandsIn } from "./commands";
import { furtherPlaces, narrowedRooms, places, placesFor, roomsIn, settingsRooms } from "./places";

const mayAs =
  (role: Role, installationOwner = false) =>
  (action: Action) =>
    can(
      {
        kind: "member",
        id: "m",
        installationOwner,
        services: { shop: { role, maySend: false, mayApprove: false } },
      },
      action,
      "shop",
    ).ok;
const labels = (role: Role, installationOwner = false) =>
  commandsIn("shop", mayAs(role, installationOwner)).map(({ label }) => label);

describe("the rooms of the settings", () => {
  const member = {
    kind: "member" as const,
    id: "m",
    services: {
      shop: { role: "owner" as const, maySend: false, mayApprove: false },
      bank: { role: "viewer" as const, maySend: false, mayApprove: false },
    },
  };
  const narrowed = (installationOwner: boolean) =>
    narrowedRooms(
      ["shop", "bank"],
      (action, serviceId) => can({ ...member, installationOwner }, action, serviceId).ok,
    );
  const visibleRooms = (serviceId: string, installationOwner = false) =>
    roomsIn(narrowed(installationOwner), serviceId).map(({ href }) => href);

  it("are those in which a member has something to see, in the service at hand", () => {
    expect(visibleRooms("shop")).toContain("/settings/audit");
    expect(visibleRooms("bank")).not.toContain("/settings/audit");
    for (const service of ["shop", "bank"])
      expect(visibleRooms(service)).not.toContain("/settings/sign-on");
    expect(visibleRooms("bank")).toContain("/settings/members");
  });

  it("are all of them for an owner of the installation, and are named in short", () => {
    expect(visibleRooms("bank", true)).toHaveLength(settingsRooms.length);
    expect(narrowed(true)).toEqual({
      "/settings/sign-on": true,
      "/settings/audit": true,
      "/settings/retention": true,
    });
  });
});

describe("what the palette offers", () => {
  it("is nothing to a viewer that a viewer may not do", () => {
    expect(labels("viewer")).toEqual([]);
    const viewerPlaces = placesFor([...places, ...furtherPlaces], mayAs("viewer")).map(
      ({ href }) => href,
    );
    for (const closed of ["/compose", "/settings/audit", "/settings/sign-on", "/devices/erased"])
      expect(viewerPlaces).not.toContain(closed);
    expect(viewerPlaces).toEqual(
      expect.arrayContaining(["/", "/campaigns", "/settings/members", "/devices/suppressed"]),
    );
  });
  it("grows with the role", () => {
    expect(labels("marketer")).toEqual(["New campaign", "New template", "New list", "New segment"]);
    expect(labels("admin")).toEqual(
      expect.arrayContaining([
        "New app",
        "New key",
        "Import devices",
        "Suppress users",
        "Send a test update",
      ]),
    );
    expect(labels("admin")).not.toContain("Invite a member");
    expect(labels("owner")).toEqual(
      expect.arrayContaining(["Invite a member", "Remove a person’s data"]),
    );
    expect(labels("owner")).not.toContain("New service");
  });
  it("is everything to an owner of the installation", () => {
    expect(labels("viewer", true)).toEqual(
      expect.arrayContaining(["New service", "Add a sign-on connection"]),
    );
    expect(placesFor([...places, ...furtherPlaces], mayAs("viewer", true))).toHaveLength(
      places.length + furtherPlaces.length,
    );
  });
  it("takes rights that exist, and opens a key’s dialog in the service at hand", () => {
    const all = commandsIn("shop", () => true);
    for (const { needs } of all) expect(actions).toContain(needs);
    expect(new Set(all.map(({ href }) => href)).size).toBe(all.length);
    expect(all.find(({ label }) => label === "New key")?.href).toBe(
      "/settings/services/shop?open=new-key",
    );
  });
});
