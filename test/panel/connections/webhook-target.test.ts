import { expect, test } from 'vitest';
import { isSameTarget } from '../../../src/panel/connections/webhook-target.ts';

const one = {
	host: 'js.wpengineapi.com',
	account: 'acme',
	app: 'storefront',
	environment: 'e1',
};

test( 'two webhook URLs have the same target if they belong to the same environment', () => {
	expect( isSameTarget( one, { ...one } ) ).toBe( true );
} );

test.each( [ 'host', 'account', 'app', 'environment' ] as const )(
	'two webhook URLs have different targets if they differ in %s',
	( part ) => {
		expect( isSameTarget( one, { ...one, [ part ]: 'x' } ) ).toBe( false );
	}
);
