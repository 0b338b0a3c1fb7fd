export default function Page() {
	return <h1>Page of next-standalone</h1>;
}
