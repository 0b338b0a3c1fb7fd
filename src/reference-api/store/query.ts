/**
 * How SQL is made and run: Kysely builds and compiles, once for each shape of a query, and an executor runs it.
 */
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './tables.ts';

/** Builds queries in the words of one database. */
export type Builder = Kysely< Schema >;

/** SQL with its values; `Found` is the shape of a row that it answers. */
export type Statement< Found = unknown > = Pick<
	CompiledQuery< Found >,
	'sql' | 'parameters'
> & { readonly found?: Found };

/** Runs compiled SQL: all that a database has to bring besides transactions. */
export interface Executor {
	readonly builder: Builder;
	/** Answers the rows, integers and reals as numbers. */
	all: < Found >( statement: Statement< Found > ) => Promise< Found[] >;
	/** Answers the first row, or undefined. */
	first: < Found >(
		statement: Statement< Found >
	) => Promise< Found | undefined >;
	/** Answers how many rows were changed. */
	run: ( statement: Statement ) => Promise< number >;
}

/** Stands for a value while a query is compiled. */
class Slot {
	readonly name: string;

	constructor( name: string ) {
		this.name = name;
	}
}

/** Makes a statement of a query's shape and its values. */
export type Query< Values, Found > = (
	builder: Builder,
	values: Values
) => Statement< Found >;

/**
 * Keeps the shape of a query, which is compiled when it is used first.
 *
 * @param build Builds it. The values that it gets may only be handed on to Kysely: they are no more than slots yet.
 */
export function query< Values extends object, Found >(
	build: ( builder: Builder, values: Values ) => Compilable< Found >
): Query< Values, Found > {
	const compiled = new WeakMap< Builder, CompiledQuery< Found > >();
	const slots = new Proxy(
		{},
		{ get: ( _target, name ) => new Slot( String( name ) ) }
	) as Values;
	return ( builder, values ) => {
		let shape = compiled.get( builder );
		if ( ! shape ) {
			shape = build( builder, slots ).compile();
			compiled.set( builder, shape );
		}
		return {
			sql: shape.sql,
			parameters: shape.parameters.map( ( parameter ) =>
				parameter instanceof Slot
					? values[ parameter.name as keyof Values ]
					: parameter
			),
		};
	};
}

/** What the repositories of all nouns share. */
export abstract class Repository {
	readonly #executor: Executor;

	constructor( executor: Executor ) {
		this.#executor = executor;
	}

	protected list< Values, Found >(
		shape: Query< Values, Found >,
		values: Values
	): Promise< Found[] > {
		return this.#executor.all( shape( this.#executor.builder, values ) );
	}

	protected first< Values, Found >(
		shape: Query< Values, Found >,
		values: Values
	): Promise< Found | undefined > {
		return this.#executor.first( shape( this.#executor.builder, values ) );
	}

	/**
	 * Changes rows.
	 *
	 * @return How many rows were changed.
	 */
	protected run< Values >(
		shape: Query< Values, unknown >,
		values: Values
	): Promise< number > {
		return this.#executor.run( shape( this.#executor.builder, values ) );
	}
}
