/** Deploys an application to a platform of its own, and answers its build. */
import type { EnvironmentPath } from '../../../src/reference-api/model/hosting.ts';
import { makePlace, uploadAndWait } from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

/** Returns the newest build with the lines of its log. */
export async function buildOf(
	platform: TestPlatform,
	place: EnvironmentPath
) {
	const { services } = platform;
	const [ build ] = await services.builds.of( place.environmentId );
	if ( ! build ) {
		throw new Error( 'There is no build.' );
	}
	const { text } = await services.builds.readLog( build.id, 0 );
	return { build, lines: text.trimEnd().split( '\n' ) };
}

/** Uploads an application and waits until its build has ended. */
export async function deploy(
	zip: Buffer,
	variables: Record< string, string > = {}
) {
	const { platform, place } = await makePlace( {}, variables );
	await uploadAndWait( platform, place, zip );
	return { platform, place, ...( await buildOf( platform, place ) ) };
}
