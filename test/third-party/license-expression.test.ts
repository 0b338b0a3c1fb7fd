import { expect, test } from 'vitest';
import { isGplCompatible } from '../../src/third-party/license-expression.ts';

test.each( [
	'MIT',
	'Apache-2.0',
	'(MIT)',
	'MIT AND ISC AND BSD-3-Clause',
	'(BUSL-1.1 OR MIT)',
	'(BUSL-1.1 OR MIT) AND ISC',
] )( 'code under “%s” may be bundled', ( expression ) => {
	expect( isGplCompatible( expression ) ).toBe( true );
} );

test.each( [
	'',
	'UNLICENSED',
	'SEE LICENSE IN LICENSE',
	'GPL-2.0-only',
	'MIT AND BUSL-1.1',
	'MIT AND (ISC AND BUSL-1.1)',
] )( 'code under “%s” may not be bundled', ( expression ) => {
	expect( isGplCompatible( expression ) ).toBe( false );
} );
