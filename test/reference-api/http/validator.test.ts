import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import {
	CreateAppBody,
	CreateAppQuery,
	CreateEnvironmentBody,
} from '../../../src/reference-api/http/request-schemas.ts';
import {
	compileValidator,
	SERVICE_CHECK,
} from '../../../src/reference-api/http/validator.ts';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import {
	checkDisplayName,
	checkName,
} from '../../../src/reference-api/lib/names.ts';

function judge( schema: TSchema, value: unknown, httpPart = 'body' ): unknown {
	const validate = compileValidator( {
		schema,
		httpPart,
		url: '',
		method: '',
	} );
	return validate( value );
}

test( 'a request that breaks its schema is rejected with the message of the service where it has one', () => {
	expect(
		judge( CreateAppBody, { region: 'regions/MARS', uploadable: {} } )
	).toEqual( {
		error: new HostingError(
			400,
			'Unknown region "regions/MARS": use one of regions/US-C, regions/AUS-SE, regions/UK, regions/EU-W.',
			{ field: 'region' }
		),
	} );
} );

test.each( [
	[ 7 ],
	[ null ],
	[ [ 'regions/UK' ] ],
	[ { region: 'regions/UK' } ],
] )(
	'a request that breaks its schema names the allowed regions also where the value has another type: %j',
	( region ) => {
		expect( judge( CreateAppBody, { region, uploadable: {} } ) ).toEqual( {
			error: new HostingError(
				400,
				`Unknown region ${ JSON.stringify( JSON.stringify( region ) ) }: use one of regions/US-C, regions/AUS-SE, regions/UK, regions/EU-W.`,
				{ field: 'region' }
			),
		} );
	}
);

test( 'a request that breaks its schema is rejected with the message of the schema where the type is wrong', () => {
	expect(
		judge( CreateEnvironmentBody, {
			displayName: { PASSWORD: 'hunter2' },
			branch: 'uploadable',
			wpEnvironment: 'blog',
		} )
	).toEqual( {
		error: expect.arrayContaining( [
			expect.objectContaining( { instancePath: '/displayName' } ),
		] ),
	} );
} );

test( 'a request that breaks its schema finds the message inside lists', () => {
	const schema = Type.Object( {
		list: Type.Array(
			Type.String( {
				maxLength: 1,
				[ SERVICE_CHECK ]: ( value: string ) => {
					throw new HostingError( 400, `no ${ value }` );
				},
			} )
		),
	} );
	expect( judge( schema, { list: [ 'a', 'bc' ] } ) ).toEqual( {
		error: new HostingError( 400, 'no bc', { field: 'list.1' } ),
	} );
} );

describe( 'what is text', () => {
	const schema = Type.Object( { size: Type.Integer() } );

	test( 'a text in a query becomes a number', () => {
		expect( judge( schema, { size: '7' }, 'querystring' ) ).toEqual( {
			value: { size: 7 },
		} );
	} );

	test( 'a text in a body stays text', () => {
		expect( judge( schema, { size: '7' } ) ).toHaveProperty( 'error' );
	} );
} );

describe( 'the schemas and the service judge alike', () => {
	const SAMPLES = [
		'a',
		'-a',
		'_a',
		'a-b_c',
		'ä',
		'',
		' ',
		'a b',
		'x'.repeat( 63 ),
		'x'.repeat( 64 ),
		'x'.repeat( 101 ),
		'__proto__',
		'constructor',
		'a\n',
		'a\u202eb',
		'a\u0000',
		'\ud800',
	];

	const accepts = ( check: ( value: string ) => void, value: string ) => {
		try {
			check( value );
			return true;
		} catch {
			return false;
		}
	};

	test.each( SAMPLES )( 'the name %j', ( name ) => {
		const answer = judge( CreateAppQuery, { appId: name }, 'querystring' );
		expect( 'value' in ( answer as object ) ).toBe(
			accepts( ( value ) => checkName( 'appId', value ), name )
		);
	} );

	test.each( SAMPLES )( 'the displayName %j', ( displayName ) => {
		const answer = judge( CreateEnvironmentBody, {
			displayName,
			branch: 'uploadable',
			wpEnvironment: 'blog',
		} );
		const isTaken = accepts( checkDisplayName, displayName );
		// Only a name of blanks passes the schema; the service refuses it.
		expect( 'value' in ( answer as object ) ).toBe(
			isTaken || displayName === ' '
		);
	} );
} );
