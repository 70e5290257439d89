// Made of adapters/action/ by `node tools/bundle-action.mjs`. Change those files, not this one.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
// adapters/action/keep-comment.ts
function markerOf({ GITHUB_WORKFLOW: workflow = "", GITHUB_JOB: job = "" }) {
	return `<!-- assay ${Buffer.from(`${workflow}/${job}`).toString("base64url")} -->`;
}
async function keepComment(markdown, token, env) {
	const number = readPullRequest(env.GITHUB_EVENT_PATH);
	if (number === void 0) return "This run is about no pull request, so there is nothing to comment on.";
	const { GITHUB_API_URL: api = "https://api.github.com", GITHUB_REPOSITORY: repository = "" } = env;
	const marker = markerOf(env);
	const body = JSON.stringify({ body: `${marker}\n${markdown}` });
	const comments = `${api}/repos/${repository}/issues`;
	const known = await findComment(`${comments}/${number}/comments`, marker, token);
	if (typeof known === "string") return known;
	const answer = known === void 0 ? await ask(`${comments}/${number}/comments`, {
		method: "POST",
		body
	}, token) : await ask(`${comments}/comments/${known}`, {
		method: "PATCH",
		body
	}, token);
	return answer.ok ? void 0 : describeRefusal(answer);
}
function readPullRequest(eventPath) {
	if (eventPath === void 0) return void 0;
	const number = field(field(JSON.parse(readFileSync(eventPath, "utf8")), "pull_request"), "number");
	return typeof number === "number" ? number : void 0;
}
const MOST_PAGES = 30;
const PAGE = 100;
async function findComment(address, marker, token) {
	for (let page = 1; page <= MOST_PAGES; page++) {
		const answer = await ask(`${address}?per_page=${PAGE}&page=${page}`, {}, token);
		if (!answer.ok) return describeRefusal(answer);
		const comments = await answer.json();
		if (!Array.isArray(comments)) return "GitHub answered something else than comments.";
		for (const comment of comments) {
			const [id, body] = [field(comment, "id"), field(comment, "body")];
			if (typeof id === "number" && typeof body === "string" && body.startsWith(marker)) return id;
		}
		if (comments.length < PAGE) return void 0;
	}
}
const ATTEMPTS = 3;
const PAUSE = 1e3;
async function ask(address, { method = "GET", body }, token) {
	for (let attempt = 1;; attempt++) {
		const answer = await fetch(address, {
			method,
			...body !== void 0 && { body },
			headers: {
				accept: "application/vnd.github+json",
				authorization: `Bearer ${token}`,
				"user-agent": "assay-action",
				"x-github-api-version": "2022-11-28"
			}
		});
		if (attempt === ATTEMPTS || answer.status < 500 && answer.status !== 429) return answer;
		await new Promise((resolve) => setTimeout(resolve, PAUSE * attempt));
	}
}
function describeRefusal({ status }) {
	return `The comment cannot be written: GitHub answered ${status}.${status === 403 || status === 404 ? " Give the job `permissions: pull-requests: write`; pull requests from forks have no such right." : ""}`;
}
function field(value, name) {
	if (typeof value !== "object" || value === null) return void 0;
	return { ...value }[name];
}
// adapters/action/read-inputs.ts
function readInputs(env) {
	const text = (name) => (env[`INPUT_${name.toUpperCase()}`] ?? "").trim();
	const lines = (name) => text(name).split("\n").map((line) => line.trim()).filter((line) => line !== "");
	const paths = lines("path");
	return {
		paths: paths.length === 0 ? ["."] : paths,
		packs: lines("pack"),
		rules: lines("rules"),
		failOn: text("fail-on"),
		minGrade: text("min-grade"),
		baseline: text("baseline"),
		since: text("since"),
		sarifFile: text("sarif-file"),
		comment: readSwitch("comment", text("comment")),
		server: text("server"),
		apiKey: text("api-key"),
		version: text("version"),
		command: text("command"),
		token: text("token")
	};
}
function readSwitch(name, written) {
	const word = written.toLowerCase();
	if (word === "true") return true;
	if (word === "false" || word === "") return false;
	throw new Error(`The input \`${name}\` is \`${written}\`, and must be true or false.`);
}
// adapters/action/read-result.ts
function readResult(file) {
	try {
		const value = JSON.parse(readFileSync(file, "utf8"));
		return isResult(value) ? value : void 0;
	} catch {
		return;
	}
}
const NUMBERS = [
	"score",
	"criticalCount",
	"highCount",
	"mediumCount",
	"lowCount"
];
function isResult(value) {
	if (typeof value !== "object" || value === null) return false;
	const fields = { ...value };
	return NUMBERS.every((name) => typeof fields[name] === "number") && typeof fields.grade === "string" && Array.isArray(fields.findings);
}
// adapters/action/run-command.ts
function runCommand(inputs, files, env) {
	const [program, ...words] = [...findProgram(inputs, env), ...toWords(inputs, files)];
	const key = inputs.apiKey === "" ? {} : { ASSAY_API_KEY: inputs.apiKey };
	const passed = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("INPUT_")));
	return new Promise((resolve, reject) => {
		const child = spawn(program, words, {
			env: {
				...passed,
				...key
			},
			stdio: [
				"ignore",
				"inherit",
				"inherit"
			]
		});
		child.on("error", (error) => reject(new Error(`Assay cannot be started: ${error.message}`)));
		child.on("close", (code) => resolve(code ?? void 0));
	});
}
function findProgram({ command, version }, env) {
	const [first, ...rest] = command.split(/\s+/).filter((word) => word !== "");
	if (first !== void 0) return [first, ...rest];
	return [
		...findNpx(env),
		"--yes",
		`assay@${version}`
	];
}
function findNpx(env) {
	if (process.platform !== "win32") return ["npx"];
	const folder = (env.PATH ?? env.Path ?? "").split(delimiter).find((each) => existsSync(join(each, "npx.cmd"))) ?? dirname(process.execPath);
	return [join(folder, "node.exe"), join(folder, "node_modules/npm/bin/npx-cli.js")];
}
function toWords(inputs, files) {
	const { paths, packs, rules, failOn, minGrade, baseline, since, sarifFile, server } = inputs;
	const reports = [
		`json=${files.json}`,
		`markdown=${files.markdown}`,
		`github=${files.github}`,
		...sarifFile === "" ? [] : [`sarif=${sarifFile}`]
	];
	const single = {
		"--fail-on": failOn,
		"--min-grade": minGrade,
		"--baseline": baseline,
		"--since": since,
		"--server": server
	};
	return [
		"scan",
		...reports.map((report) => `--output=${report}`),
		...packs.map((pack) => `--pack=${pack}`),
		...rules.map((path) => `--rules=${path}`),
		...Object.entries(single).flatMap(([flag, value]) => value === "" ? [] : [`${flag}=${value}`]),
		"--",
		...paths
	];
}
// adapters/action/tell-runner.ts
function setOutputs(outputs, env) {
	const file = env.GITHUB_OUTPUT;
	if (file === void 0 || file === "") return;
	const entries = Object.entries(outputs).map(([name, value]) => {
		const end = `end-${randomUUID()}`;
		return `${name}<<${end}\n${value}\n${end}\n`;
	});
	appendFileSync(file, entries.join(""));
}
function addSummary(result, markdown, env) {
	const file = env.GITHUB_STEP_SUMMARY;
	if (file === void 0 || file === "") return;
	appendFileSync(file, `${drawChart(result)}${markdown}\n`);
}
function drawChart({ criticalCount, highCount, mediumCount, lowCount }) {
	const slices = [
		["critical", criticalCount],
		["high", highCount],
		["medium", mediumCount],
		["low", lowCount]
	].filter(([, count]) => count > 0).map(([severity, count]) => `  "${severity}" : ${count}`);
	return slices.length === 0 ? "" : [
		"```mermaid",
		"pie showData title Findings by severity",
		...slices,
		"```",
		"",
		""
	].join("\n");
}
function tellRunner(kind, message) {
	const line = message.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
	process.stdout.write(`::${kind} title=Assay::${line}\n`);
}
function maskSecret(secret) {
	if (secret !== "") process.stdout.write(`::add-mask::${secret.replaceAll(/[\r\n]/g, "")}\n`);
}
// adapters/action/run-action.ts
async function runAction(env, ownVersion) {
	const given = readInputs(env);
	const inputs = given.version === "" ? {
		...given,
		version: ownVersion
	} : given;
	maskSecret(inputs.apiKey);
	const folder = mkdtempSync(join(env.RUNNER_TEMP ?? tmpdir(), "assay-"));
	try {
		const files = {
			json: join(folder, "result.json"),
			markdown: join(folder, "report.md"),
			github: join(folder, "annotations.txt")
		};
		const code = await runCommand(inputs, files, env);
		const result = readResult(files.json);
		if (result === void 0) return fail(`The scan failed (exit code ${code ?? "none"}): there is no result. The log above says why.`);
		await tell(result, {
			inputs,
			files,
			env
		});
		return judge(code, result);
	} finally {
		rmSync(folder, {
			recursive: true,
			force: true
		});
	}
}
async function tell(result, { inputs, files, env }) {
	const markdown = readFileSync(files.markdown, "utf8");
	process.stdout.write(readFileSync(files.github));
	addSummary(result, markdown, env);
	setOutputs({
		grade: result.grade,
		score: result.score,
		"critical-count": result.criticalCount,
		"high-count": result.highCount,
		"medium-count": result.mediumCount,
		"low-count": result.lowCount,
		"listed-count": result.findings.length,
		"sarif-file": inputs.sarifFile
	}, env);
	if (!inputs.comment) return;
	const reason = await keepComment(markdown, inputs.token, env).catch((error) => `The comment cannot be written: ${describe(error)}`);
	if (reason !== void 0) tellRunner("warning", reason);
}
const PASSED = 0;
const FAILED = 1;
function judge(code, { grade, score, findings }) {
	if (code === PASSED) return PASSED;
	const listed = `${findings.length} ${findings.length === 1 ? "finding" : "findings"} listed`;
	if (code === FAILED) return fail(`Grade ${grade}, score ${score} of 100, ${listed}: see the log above for what is asked for.`);
	return fail(`The scan could not be completed (exit code ${code ?? "none"}). The log above says why.`);
}
function fail(message) {
	tellRunner("error", message);
	return FAILED;
}
function describe(error) {
	return error instanceof Error ? error.message : "unknown error";
}
// adapters/action/main.ts
function readVersion() {
	const about = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
	const version = typeof about === "object" && about !== null && "version" in about ? about.version : void 0;
	return typeof version === "string" ? version : "latest";
}
try {
	process.exitCode = await runAction(process.env, readVersion());
} catch (error) {
	tellRunner("error", error instanceof Error ? error.message : "The step failed.");
	process.exitCode = 1;
}
export {};
