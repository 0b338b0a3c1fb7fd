import { read } from '../wordpress.js';
import { List } from './list.jsx';

export default async function Home() {
	'use cache';
	return <List posts={ await read( 'wp/v2/posts?per_page=1' ) } />;
}
