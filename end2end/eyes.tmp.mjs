import { chromium } from 'playwright';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const B='http://127.0.0.1:4720';
const mk=async(loc='en-US',w=1440,h=900,o={})=>{const c=await b.newContext({locale:loc,viewport:{width:w,height:h},...o});const p=await c.newPage();p.setDefaultTimeout(15000);
p.on('console',m=>{if(['error','warning'].includes(m.type()))console.log('CONSOLE',m.type(),m.text().slice(0,300))});p.on('pageerror',e=>console.log('PAGEERR',e.message.slice(0,300)));
p.go=async u=>{await p.goto(u.startsWith('http')?u:B+u,{waitUntil:'load'});await p.waitForTimeout(1500)};
p.shot=async(n,full=false)=>{await p.screenshot({path:`/tmp/eyes/${n}.png`,fullPage:full});const s=await p.evaluate(()=>[location.pathname+location.search+location.hash,document.documentElement.scrollWidth,innerWidth,document.documentElement.scrollHeight]);console.log(n,s.join(' | '),s[1]>s[2]?'!!SIDEWAYS':'')};
p.txt=async(sel='main')=>console.log((await p.locator(sel).first().innerText()).replace(/\n+/g,'\n'));
return p};
const m=await import(process.argv[2]);
try{await m.default({mk,B,b})}catch(e){console.log('ERR',e.message.slice(0,800))}
await b.close();
