import { expect } from '@playwright/test';
import type { Status } from '../../src/shared/wire.ts';
import type { BrowserKit } from './kit.ts';
import { runPhp } from './wordpress.ts';

const API = 'headless-deploy/v1';

/** Waits until no run is pending, being sent or checked. */
export async function waitUntilSent( kit: BrowserKit ): Promise< void > {
	await expect
		.poll( async () => {
			const { environments } = await kit.rest.call< Status >(
				'GET',
				`${ API }/status`
			);
			return environments.flatMap(
				( { pending, sending, nextCheckAt } ) => [
					...pending,
					...sending,
					...( nextCheckAt === null ? [] : [ nextCheckAt ] ),
				]
			);
		} )
		.toEqual( [] );
}

/** Cancels the pending runs of other tests, waits for those that are being sent, and removes undeployed changes. */
export async function waitUntilIdle( kit: BrowserKit ): Promise< void > {
	await expect
		.poll( async () => {
			const { environments } = await kit.rest.call< Status >(
				'GET',
				`${ API }/status`
			);
			const runs = environments.flatMap( ( { id, pending } ) =>
				pending.map( ( { lane } ) => `${ id }/pending/${ lane }` )
			);
			for ( const run of runs ) {
				await kit.rest
					.call( 'POST', `${ API }/environments/${ run }/cancel` )
					// It was just sent; the next status shows it.
					.catch( () => null );
			}
			return [
				...runs,
				...environments.flatMap( ( { sending } ) => sending ),
			];
		} )
		.toEqual( [] );
	await runPhp(
		kit,
		'$wpdb->query( "DELETE FROM {$wpdb->prefix}headless_deploy_changes WHERE run_id = 0" );'
	);
}
