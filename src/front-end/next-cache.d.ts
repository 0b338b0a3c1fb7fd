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
