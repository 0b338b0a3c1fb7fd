/** Other people of the site. */
import type { BrowserKit } from './kit.ts';

/**
 * Makes a user of a role, and returns the kit as that user has it.
 *
 * @param role Name of the role.
 * @param name Name of the user; each story has its own.
 */
export async function createUser(
	kit: BrowserKit,
	role: string,
	name = `some-${ role }`
): Promise< BrowserKit > {
	const adminPassword = `${ name } with a long password`;
	await kit.rest.call( 'POST', 'wp/v2/users', {
		username: name,
		password: adminPassword,
		email: `${ name }@example.test`,
		roles: [ role ],
	} );
	return {
		...kit,
		wordpress: { ...kit.wordpress, adminUser: name, adminPassword },
	};
}
