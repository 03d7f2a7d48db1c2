import type { ReactNode } from "react";

/** What is set, for members who may look only. */
export function SetValues({
  values,
}: {
  values: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
      {values.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-ink-faint">{name}</dt>
          <dd className="foreign min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
