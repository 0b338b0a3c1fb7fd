/** Validates requests by the schemas of their routes, with the messages of the service where it has any. */
import type { FastifySchemaCompiler } from 'fastify';
import { Compile } from 'typebox/compile';
import type { Validator } from 'typebox/compile';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { HostingError } from '../model/hosting.ts';

/** Key of a schema for strings: the service's check of the value and its path, which throws with the service's message. */
export const SERVICE_CHECK = Symbol( 'service check' );

interface SchemaFailure {
	schemaPath: string;
	instancePath: string;
}

/** Steps of a JSON pointer, with or without the hash in front. */
export function pointerSteps( pointer: string ): string[] {
	return pointer
		.replace( /^#/, '' )
		.split( '/' )
		.slice( 1 )
		.map( ( step ) =>
			step.replaceAll( '~1', '/' ).replaceAll( '~0', '~' )
		);
}

function follow( root: unknown, steps: readonly string[] ): unknown {
	let found = root;
	for ( const step of steps ) {
		found =
			typeof found === 'object' &&
			found !== null &&
			Object.hasOwn( found, step )
				? ( found as Record< string, unknown > )[ step ]
				: undefined;
	}
	return found;
}

/** Finds the message of the service. */
function serviceError(
	schema: TSchema,
	value: unknown,
	failure: SchemaFailure
): HostingError | null {
	const part = follow( schema, pointerSteps( failure.schemaPath ) );
	const check =
		typeof part === 'object' && part !== null && SERVICE_CHECK in part
			? part[ SERVICE_CHECK ]
			: undefined;
	const steps = pointerSteps( failure.instancePath );
	const refusedValue = follow( value, steps );
	if ( typeof check !== 'function' || refusedValue === undefined ) {
		return null;
	}
	// Of a closed list the service names the items, whatever came; elsewhere a value of another type may hold secrets.
	const isList = typeof part === 'object' && part !== null && 'enum' in part;
	if ( typeof refusedValue !== 'string' && ! isList ) {
		return null;
	}
	try {
		check(
			typeof refusedValue === 'string'
				? refusedValue
				: JSON.stringify( refusedValue ),
			steps
		);
	} catch ( error ) {
		return error instanceof HostingError
			? new HostingError( error.status, error.message, {
					field: steps.join( '.' ),
				} )
			: null;
	}
	return null;
}

/** Compiles a schema at its first use, because compiling all of them would delay the start of the platform. */
export const compileValidator: FastifySchemaCompiler< TSchema > = ( {
	schema,
	httpPart,
} ) => {
	let validator: Validator | null = null;
	return ( given: unknown ) => {
		validator ??= Compile( schema );
		// Bodies have types of their own; everything else is text.
		const value =
			httpPart === 'body' ? given : Value.Convert( schema, given );
		if ( validator.Check( value ) ) {
			return { value };
		}
		const failures = validator.Errors( value );
		for ( const failure of failures ) {
			const refusal = serviceError( schema, value, failure );
			if ( refusal ) {
				return { error: refusal };
			}
		}
		return { error: failures };
	};
};
