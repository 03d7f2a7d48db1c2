import type { Operation } from "./operations";

/** The calls by resource, and the tables after them: a way to each. */
export function ResourceNav({
  groups,
}: {
  groups: readonly { title: string; links: readonly Pick<Operation, "id" | "summary">[] }[];
}) {
  return (
    <nav
      aria-label="API"
      className="text-sm lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto"
    >
      {groups.map(({ title, links }) => (
        <div key={title} className="mb-4">
          <p className="mb-1 text-xs font-medium text-ink-faint">{title}</p>
          <ul className="max-lg:flex max-lg:flex-wrap max-lg:gap-x-4">
            {links.map(({ id, summary }) => (
              <li key={id}>
                <a href={`#${id}`} className="block rounded-sm py-1 text-ink-muted hover:text-ink">
                  {summary}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
