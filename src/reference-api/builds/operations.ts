/** The operations of the contract: builds, seen from outside. */
import type { Builder } from './builder.ts';
import { findEnvironment } from '../store/lookups.ts';
import { HostingError } from '../model/hosting.ts';
import type { EnvironmentPath } from '../model/hosting.ts';
import { quoteName } from '../lib/names.ts';
import type { StoredBuild } from '../store/builds.ts';
import type { StoredEnvironment } from '../store/environments.ts';
import type { Store } from '../store/store.ts';

/** The id that stands for the newest operation of an environment. */
const NEWEST = 'no_build';

/** What an operation stands for: a build, or (null) the creation of an environment. */
export interface Operation {
	environment: StoredEnvironment;
	build: StoredBuild | null;
	/** The build that decides the outcome: the one that absorbed it, if one did. */
	outcome: StoredBuild | null;
}

/**
 * Finds an operation by its id; `no_build` is the newest one.
 *
 * @param path Account, app and environment.
 * @throws HostingError 404.
 */
export async function findOperation(
	store: Store,
	path: EnvironmentPath,
	id: string
): Promise< Operation > {
	const environment = await findEnvironment( store, path );
	const isNewest = id === NEWEST;
	const build = isNewest
		? await store.builds.newest( environment.id )
		: await store.builds.findByOperation( environment.id, id );
	if ( ! build && ! isNewest ) {
		throw new HostingError(
			404,
			`No operation ${ quoteName( id ) } in environment ${
				environment.id
			}. “${ NEWEST }” stands for the newest one.`
		);
	}
	let outcome = build;
	while ( outcome?.supersededBy ) {
		outcome = await store.builds.find( outcome.supersededBy );
	}
	return { environment, build, outcome };
}

/**
 * Cancels the build of an operation.
 *
 * @param path Account, app and environment.
 * @param id   Id of the operation.
 * @throws HostingError 404, or 409 when it is too late.
 */
export async function cancelOperation(
	store: Store,
	builder: Builder,
	path: EnvironmentPath,
	id: string
): Promise< void > {
	const { outcome } = await findOperation( store, path, id );
	if ( ! outcome ) {
		throw new HostingError(
			409,
			'This operation created the environment and is complete. It cannot be canceled.'
		);
	}
	await builder.cancel( outcome );
}
