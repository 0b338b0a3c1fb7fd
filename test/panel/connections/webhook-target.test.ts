import { describe, expect, test } from 'vitest';
import { isSameTarget } from '../../../src/panel/connections/webhook-target.ts';

describe( 'two webhooks', () => {
	const one = {
		host: 'js.wpengineapi.com',
		account: 'acme',
		app: 'storefront',
		environment: 'e1',
	};

	test( 'of the same environment are the same', () => {
		expect( isSameTarget( one, { ...one } ) ).toBe( true );
	} );

	test.each( [ 'host', 'account', 'app', 'environment' ] as const )(
		'that differ in %s are not',
		( part ) => {
			expect( isSameTarget( one, { ...one, [ part ]: 'x' } ) ).toBe(
				false
			);
		}
	);
} );
