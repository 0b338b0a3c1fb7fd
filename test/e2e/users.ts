import type { BrowserKit } from './kit.ts';

/** Creates a user with a role, and returns the kit with that user. */
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
