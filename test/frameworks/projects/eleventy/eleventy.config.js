export default function configure( eleventy ) {
	eleventy.addPassthroughCopy( 'style.css' );
}
