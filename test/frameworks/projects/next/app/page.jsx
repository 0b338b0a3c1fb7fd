export default function Page() {
	return <h1>Page of next</h1>;
}
