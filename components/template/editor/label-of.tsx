import { Verbatim } from "@/components/ui/verbatim";
/** The label of a field of a parameter: its name is in sight above, and read out here. */
export function LabelOf({ name, children }: { name: string; children: string }) {
  return (
    <>
      {children}
      <span className="sr-only">
        {" "}
        of <Verbatim>{name}</Verbatim>
      </span>
    </>
  );
}
