import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { AuditFilters } from "./audit-filters";
import { AuditTable } from "./audit-table";

const filters = (
  <AuditFilters
    people={[]}
    person={undefined}
    group={undefined}
    within="10y"
    object="k"
    thing="Order system"
    text={undefined}
    installation={undefined}
  />
);

it("what is typed narrows the log from its first page on, and every other filter stays", async () => {
  const { user, visits } = openPage(filters, "/settings/audit?service=s&object=k&after=p2");
  await user.type(screen.getByRole("searchbox", { name: "Name, ID or person" }), "Ada");
  await expect.poll(() => visits).toEqual(["/settings/audit?service=s&object=k&q=Ada"]);
});

it("the history of one thing leads to all changes of the service", async () => {
  const { user, visits } = openPage(filters, "/settings/audit?service=s&object=k&within=10y");
  await user.click(screen.getByRole("button", { name: /^Changes to\s+“Order system”/ }));
  expect(visits).toEqual(["/settings/audit?service=s"]);
});

it("an event says who did it, and what was there before", () => {
  openPage(
    <AuditTable
      label="Events"
      installation={false}
      rows={[
        {
          id: "e",
          seq: 7,
          at: "2026-11-24T14:03:00Z",
          who: "Ada",
          email: null,
          sentence: "renamed the service “Shop”",
          thing: "Shop",
          details: [{ label: "Name", before: "Store", after: "Shop" }],
          action: "service.change",
          object: "s",
          address: null,
          hash: "abc",
        },
      ]}
    />,
  );
  const event = within(screen.getAllByRole("row")[1] ?? document.body);
  expect(event.getByText("Ada").closest("p")?.textContent).toBe("Ada renamed the service “Shop”");
  const name = event.getByText("Name").nextElementSibling;
  expect(name?.querySelector("del")?.textContent).toBe("Store");
  expect(name?.textContent).toBe("Store → Shop");
});
