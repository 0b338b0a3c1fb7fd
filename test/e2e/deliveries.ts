/** What was sent. */
import type { Delivery } from '../../src/shared/wire.ts';
import type { BrowserKit } from './kit.ts';

/** Lists what was sent, newest first. */
export async function listDeliveries( kit: BrowserKit ): Promise< Delivery[] > {
	const { deliveries } = await kit.rest.call< { deliveries: Delivery[] } >(
		'GET',
		'headless-deploy/v1/deliveries'
	);
	return deliveries;
}

/** Tells what was sent last. */
export async function newest(
	kit: BrowserKit
): Promise< Delivery | undefined > {
	return ( await listDeliveries( kit ) )[ 0 ];
}
