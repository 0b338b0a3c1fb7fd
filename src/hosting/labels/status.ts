import type { IconName } from '../components/icon.tsx';

/** A status as users see it. The color repeats what icon and word say. */
export interface StatusWords {
	word: string;
	icon: IconName;
	tone: 'good' | 'running' | 'bad' | 'warning' | 'quiet';
}
