/** Next.js, which is not installed: its functions, and its cache on the disk. */
import { vi } from 'vitest';

export const revalidateTag = vi.fn();
export const revalidatePath = vi.fn();
export const cacheTag = vi.fn();
export const cacheLife = vi.fn();

export interface Entry {
	value: { headers?: Record< string, unknown > } | null;
	lastModified?: number;
}

/** Stores the last entry. */
export default class FileSystemCache {
	entry: Entry | null = null;

	async get( key: string ): Promise< Entry | null > {
		return key === 'missing' ? null : this.entry;
	}

	async set(
		...[ , value ]: [
			key: string,
			value: Entry[ 'value' ],
			context?: object,
		]
	): Promise< void > {
		this.entry = { value, lastModified: Date.now() };
	}
}
