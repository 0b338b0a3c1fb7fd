import { describe, expect, test } from 'vitest';
import {
	answerProblems,
	operationsOf,
	requestProblems,
} from './document-check.ts';
import type { Document } from './document-check.ts';

const DOCUMENT: Document = {
	tags: [ { name: 'Things' } ],
	components: {
		schemas: {
			Thing: {
				type: 'object',
				required: [ 'name' ],
				properties: { name: { type: 'string' } },
			},
		},
		parameters: {
			id: {
				name: 'id',
				in: 'query',
				required: true,
				schema: { type: 'string' },
			},
		},
		responses: { NothingToDo: { description: 'Nothing to do.' } },
	},
	paths: {
		'/things': {
			post: {
				operationId: 'makeThing',
				summary: 'Makes a thing',
				tags: [ 'Things' ],
				parameters: [ { $ref: '#/components/parameters/id' } ],
				requestBody: {
					content: {
						'application/json': {
							schema: { $ref: '#/components/schemas/Thing' },
						},
					},
				},
				responses: {
					200: {
						description: 'Made.',
						headers: { ETag: { schema: { type: 'string' } } },
						content: {
							'application/json': {
								schema: { $ref: '#/components/schemas/Thing' },
							},
						},
					},
					204: { $ref: '#/components/responses/NothingToDo' },
				},
			},
		},
	},
};

const [ operation ] = operationsOf( DOCUMENT );

function problems(
	status: number,
	text: string,
	headers: Record< string, string > = {}
): string[] {
	if ( ! operation ) {
		throw new Error( 'The document has no operation.' );
	}
	const all = { 'content-type': 'application/json', etag: 'a', ...headers };
	return answerProblems( DOCUMENT, operation, {
		status,
		text,
		headers: new Headers( all ),
	} );
}

test( 'an answer that is documented has no problem', () => {
	expect( problems( 200, '{"name":"a"}' ) ).toEqual( [] );
	expect( problems( 204, '' ) ).toEqual( [] );
} );

test.each( [
	[ 'a status', 201, '{"name":"a"}', {} ],
	[ 'a field', 200, '{"name":"a","size":1}', {} ],
	[ 'a type', 200, '{"name":1}', {} ],
	[ 'the lack of a field', 200, '{}', {} ],
	[ 'a body', 204, '{}', {} ],
	[ 'a kind of content', 200, 'a', { 'content-type': 'text/plain' } ],
] )(
	'an answer with %s that the document lacks is a problem',
	( _what, status, text, headers: Record< string, string > ) => {
		expect( problems( status, text, headers ) ).not.toEqual( [] );
	}
);

test( 'an answer without a documented header is a problem', () => {
	if ( ! operation ) {
		throw new Error( 'The document has no operation.' );
	}
	const headers = new Headers( { 'content-type': 'application/json' } );
	expect(
		answerProblems( DOCUMENT, operation, {
			status: 200,
			text: '{"name":"a"}',
			headers,
		} )
	).toEqual( [ 'POST /things 200 lacks the header ETag' ] );
} );

test( 'a reference to a component that does not exist is an error', () => {
	const { components, ...document } = DOCUMENT;
	expect( () =>
		operationsOf( {
			...document,
			components: { ...components, parameters: {} },
		} )
	).toThrow( 'The document lacks #/components/parameters/id.' );
} );

describe( 'a request', () => {
	test.each( [
		[ 'that is documented', 'id=a', { name: 'a' }, 0 ],
		[ 'with an unknown query', 'id=a&b=c', { name: 'a' }, 1 ],
		[ 'without its query', '', { name: 'a' }, 1 ],
		[ 'with an unknown field', 'id=a', { name: 'a', size: 1 }, 1 ],
	] )( '%s', ( _what, query, body, count ) => {
		if ( ! operation ) {
			throw new Error( 'The document has no operation.' );
		}
		const found = requestProblems(
			DOCUMENT,
			operation,
			new URLSearchParams( query ),
			body
		);
		expect( found.length > 0 ).toBe( count > 0 );
	} );
} );
