import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { Verbatim } from "@/components/ui/verbatim";

/**
 * Why a password was not looked at: addresses of this domain sign in by a connection. And the way
 * there.
 */
export function SignOnRequired({ name, href }: { name: string; href: string }) {
  return (
    <Banner
      announce
      title={
        <>
          This address signs in with <Verbatim>{name}</Verbatim>
        </>
      }
    >
      <p>Passwords are off for its domain.</p>
      <a href={href} className={`${buttonClass("primary", "sm")} mt-2.5`}>
        Continue with <Verbatim>{name}</Verbatim>
      </a>
    </Banner>
  );
}
