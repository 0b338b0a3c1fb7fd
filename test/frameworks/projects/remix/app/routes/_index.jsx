export default function Home() {
	return <h1>Page of remix</h1>;
}
