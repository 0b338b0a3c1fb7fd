import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** A status as users see it. The color repeats what icon and word say. */
export interface StatusWords {
	word: string;
	icon: IconName;
	tone: 'good' | 'running' | 'bad' | 'warning' | 'quiet';
}

interface Props {
	status: StatusWords;
	/** Beside a heading, with a background. @default false */
	isPill?: boolean;
	children?: ReactNode;
}

export function Status( { status, isPill = false, children }: Props ) {
	const { word, icon, tone } = status;
	return (
		<span
			className={ `hd-status hd-status--${ tone }${ isPill ? ' hd-status--pill' : '' }` }
		>
			<Icon name={ icon } /> { word }
			{ children }
		</span>
	);
}
