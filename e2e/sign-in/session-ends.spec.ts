import { expect, type Page } from "@playwright/test";
import { composeExample, test, type Workspace } from "../support/fixtures";
import { begin } from "../support/template-pages";

const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const saved = (page: Page) => expect(page.getByText(/^Saved /)).toBeVisible();

/** Fills in the sign-in page that a tab was led to. */
async function signInHere(page: Page, { email, password }: Workspace): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a campaign survives the end of its session", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/compose`);
  await composeExample(page);
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();
  await title(page).fill("First words");
  await expect(page).toHaveURL(/campaign=/);
  await saved(page);
  const draft = new URL(page.url());

  await page.context().clearCookies();
  await title(page).fill("Last words");
  await expect(page).toHaveURL(/\/sign-in\?/);
  await signInHere(page, workspace);
  await expect(title(page)).toHaveValue("Last words");
  const back = new URL(page.url());
  expect([back.pathname, back.searchParams.get("campaign"), back.hash]).toEqual([
    "/compose",
    draft.searchParams.get("campaign"),
    draft.hash,
  ]);
  // The server gets them without another key.
  await saved(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(title(other)).toHaveValue("Last words");
});

test("a new message that was never saved survives the end of its session", async ({
  page,
  workspace,
}) => {
  await page.goto(`${workspace.origin}/compose#content`);
  await title(page).waitFor();
  await page.context().clearCookies();
  await title(page).fill("Only words");
  await expect(page).toHaveURL(/\/sign-in\?/);
  await signInHere(page, workspace);
  await expect(title(page)).toHaveValue("Only words");
  await saved(page);
});

test("a template survives the end of its session", async ({ page, workspace }) => {
  await begin(page, workspace.origin, "Session");
  await title(page).fill("First words");
  await saved(page);
  const { pathname } = new URL(page.url());
  await page.context().clearCookies();
  await title(page).fill("Last words");
  await expect(page).toHaveURL(/\/sign-in\?/);
  await signInHere(page, workspace);
  await expect(title(page)).toHaveValue("Last words");
  expect(new URL(page.url()).pathname).toBe(pathname);
  await saved(page);
});

test("a form without a session is saved once another tab has signed in", async ({
  page,
  workspace,
}) => {
  await page.goto(`${workspace.origin}/account`);
  const name = page.getByLabel("Your name");
  await name.fill("Ada Lovelace");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(
    page.getByText("Your session has ended. Sign in again in another tab"),
  ).toBeVisible();
  await expect(name).toHaveValue("Ada Lovelace");

  const other = await page.context().newPage();
  await other.goto(`${workspace.origin}/sign-in`);
  await signInHere(other, workspace);
  await other.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Saved your name")).toBeVisible();
});

test("signing in opens the requested page with its query and its fragment", async ({
  page,
  workspace,
}) => {
  await page.context().clearCookies();
  await page.goto(`${workspace.origin}/compose?template=none#delivery`);
  await signInHere(page, workspace);
  await expect(page).toHaveURL(`${workspace.origin}/compose?template=none#delivery`);
});
