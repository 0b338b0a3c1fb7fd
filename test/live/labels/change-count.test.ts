import { expect, test } from 'vitest';
import {
	changeCount,
	MORE_CHANGES,
} from '../../../src/live/labels/change-count.ts';

test( 'a number up to the limit is exact, and beyond it is said to be more', () => {
	expect( changeCount( 7 ) ).toBe( '7' );
	expect( changeCount( MORE_CHANGES - 1 ) ).toBe( '1,000' );
	expect( changeCount( MORE_CHANGES ) ).toBe( '1,000+' );
} );

test( 'the changes that are named are subtracted', () => {
	expect( changeCount( 7, 3 ) ).toBe( '4' );
	expect( changeCount( MORE_CHANGES, 3 ) ).toBe( '997+' );
} );
