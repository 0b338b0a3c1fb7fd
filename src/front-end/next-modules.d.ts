/** What the kit uses of Next.js 15 and 16. Next.js is not installed here. */
declare module 'next/cache' {
	interface CacheLife {
		stale?: number;
		revalidate?: number;
		expire?: number;
	}
	/** Next.js 15 ignores the second argument, and always expires the tag. */
	export function revalidateTag( tag: string, profile: CacheLife ): void;
	export function revalidatePath( path: string, type?: 'layout' ): void;
	export function cacheTag( ...tags: string[] ): void;
	export function cacheLife( profile: CacheLife ): void;
}

declare module 'next/dist/server/lib/incremental-cache/file-system-cache.js' {
	interface Entry {
		value: { headers?: Record< string, unknown > } | null;
		lastModified?: number;
	}
	/** The cache of Next.js on the disk, with which it has been built. */
	export default class FileSystemCache {
		constructor( context: object );
		get( ...args: unknown[] ): Promise< Entry | null >;
		set(
			key: string,
			value: Entry[ 'value' ],
			...rest: unknown[]
		): Promise< void >;
	}
}
