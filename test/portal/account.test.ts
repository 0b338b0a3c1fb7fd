import { renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useAccount } from '../../src/portal/account.ts';

const ACCOUNTS = [ 'acme', 'globex' ].map( ( name ) => ( {
	name,
	id: name,
	role: 'write' as const,
} ) );

function accountAt( address: string, accounts = ACCOUNTS ): string {
	return renderHook( () => useAccount( address, { accounts } ) ).result
		.current;
}

afterEach( () => localStorage.clear() );

test( 'the account is the one of the address', () => {
	expect( accountAt( '/accounts/globex/apps/shop' ) ).toBe( 'globex' );
} );

test( 'the account of the last visit is remembered', () => {
	accountAt( '/accounts/globex' );
	expect( accountAt( '/' ) ).toBe( 'globex' );
} );

test( 'an account that the user does not see is not used', () => {
	localStorage.setItem( 'headless-deploy-account', 'initech' );
	expect( accountAt( '/accounts/umbrella' ) ).toBe( 'acme' );
} );

test( 'there is no account for a user without one', () => {
	expect( accountAt( '/', [] ) ).toBe( '' );
} );
